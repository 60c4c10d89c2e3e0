import { must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { Empty } from '../../view/parts.tsx'
import { AppCard, gamesFirst } from './card.tsx'

/** What the registry has for everybody, also where the reader could see more. */
export const showGames: Reader = async (visit) => {
  const { api, words } = visit
  const { items } = await must(api.GET('/api/v1/apps'))
  const shown = items.filter(({ main_channel: main }) => main.visibility === 'Public')
  return page(
    words.games.title,
    <>
      <p>{words.games.about}</p>
      {shown.length === 0 ? (
        <Empty>{words.games.none}</Empty>
      ) : (
        <ul class="games">
          {gamesFirst(shown).map((app) => (
            <AppCard visit={visit} app={app} />
          ))}
        </ul>
      )}
    </>,
    { crumbs: [{ href: '/', name: words.nav.home }], description: words.games.about, mayBeKept: true },
  )
}
