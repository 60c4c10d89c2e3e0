import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, Select } from '../../view/fields.tsx'

/** What can be looked up: a kind of record on a configured server. */
const placesOf = ({ config, words }: Visit): (readonly [path: string, name: string])[] => {
  const { game_a: a, game_b: b } = config.games
  const { kinds } = words.archive
  return [
    ...a.servers.flatMap((server) => [
      [`game_a/${server}/users`, `${kinds.gameAUser} – ${server}`] as const,
      [`game_a/${server}/creatures`, `${kinds.gameACreature} – ${server}`] as const,
    ]),
    ...b.servers.map((server) => [`game_b/${server}/users`, `${kinds.gameBUser} – ${server}`] as const),
    ['game_c/users', `${kinds.gameCUser} – ${words.archive.gameC}`],
  ]
}

/** Records are found by the game's own id. */
export const showArchive: Reader = async (visit) => {
  const { words, query } = visit
  const places = placesOf(visit)
  const place = query.get('place') ?? places[0]?.[0] ?? ''
  const id = query.get('id')?.trim() ?? ''
  const isWrong = query.has('id') && !/^\d{1,20}$/.test(id)
  if (query.has('id') && !isWrong && places.some(([path]) => path === place))
    return redirect(`/archive/${place}/${id}`)
  const problem = isWrong ? { field: 'id', status: 422, text: words.archive.wrongId } : undefined
  return page(
    words.archive.title,
    <>
      <p>{words.archive.about}</p>
      <form method="get" action="/archive" class="card">
        <div class="filter wide">
          <Select name="place" label={words.archive.place} value={place} options={places} />
          <Input name="id" label={words.archive.id} value={id} isRequired maxLength={20} problem={problem} />
          <button>{words.archive.show}</button>
        </div>
      </form>
    </>,
    {
      status: problem?.status ?? 200,
      crumbs: [{ href: '/', name: words.nav.home }],
      canonical: '/archive',
      description: words.archive.about,
    },
  )
}
