import type { Visit } from '../../http/visit.ts'
import { AppCard, gamesFirst } from './card.tsx'

/** As many as fit beside each other. */
const MOST = 3

/** Where to play, and the archive, on the front page. */
export function FrontRow({ visit }: { visit: Visit }) {
  const { words, apps } = visit
  return (
    <section class="group">
      <h2>
        <a href="/games">{words.games.title}</a>
      </h2>
      <ul class="games">
        {gamesFirst(apps)
          .slice(0, MOST)
          .map((app) => (
            <AppCard visit={visit} app={app} heading="h3" />
          ))}
        <li class="game">
          <h3>
            <a href="/archive">{words.games.archive}</a>
          </h3>
          <p>{words.archive.about}</p>
        </li>
      </ul>
    </section>
  )
}
