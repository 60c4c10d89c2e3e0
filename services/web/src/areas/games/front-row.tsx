import type { Visit } from '../../http/visit.ts'
import { placesOf } from '../archive/places.ts'
import { AppTile, gamesFirst } from './card.tsx'

/** As many as fit beside the archive. */
const MOST = 3

/** Where to play, and the archive, on the front page; nothing where there is neither. */
export function FrontRow({ visit }: { visit: Visit }) {
  const { words, apps } = visit
  // Game C has no configurable servers, so its players alone do not make the archive appear here.
  const isArchived = placesOf(visit).some(({ server }) => server !== undefined)
  if (apps.length === 0 && !isArchived) return null
  return (
    <section class="group">
      <h2>
        <a href="/games">{words.games.title}</a>
      </h2>
      <ul class="games tiles">
        {gamesFirst(apps)
          .slice(0, MOST)
          .map((app) => (
            <AppTile visit={visit} app={app} />
          ))}
        {isArchived && (
          <li class="game">
            <svg class="cover" viewBox="0 0 44 44" aria-hidden="true">
              <path class="shelf" d="M10 14h24v6H10zM13 20v12h18V20M19 25h6" />
            </svg>
            <h3>
              <a href="/archive">{words.games.archive}</a>
            </h3>
            <p class="meta">{words.archive.about}</p>
          </li>
        )}
      </ul>
    </section>
  )
}
