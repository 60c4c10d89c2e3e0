import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'

type ListedType = Schemas['ArchivedRecords']['items'][number]['type']

/** What is listed together, and where its records are: a kind of them on a configured server. */
export interface RecordList {
  /** Below `/archive`. */
  path: string
  name: string
  type: ListedType
  server?: string
}

export function placesOf({ config, words }: Visit): RecordList[] {
  const { game_a: a, game_b: b } = config.games
  const { kinds, gameC } = words.archive
  const on = (type: ListedType, kind: string, server?: string): RecordList => ({
    path: pathOf(type, server),
    name: `${kind} – ${server ?? gameC}`,
    type,
    ...(server === undefined ? {} : { server }),
  })
  return [
    ...a.servers.flatMap((server) => [
      on('GameAUser', kinds.GameAUser, server),
      on('GameACreature', kinds.GameACreature, server),
    ]),
    ...b.servers.map((server) => on('GameBUser', kinds.GameBUser, server)),
    on('GameCUser', kinds.GameCUser),
  ]
}

function pathOf(type: ListedType, server = ''): string {
  switch (type) {
    case 'GameAUser':
      return `game_a/${server}/users`
    case 'GameACreature':
      return `game_a/${server}/creatures`
    case 'GameBUser':
      return `game_b/${server}/users`
    case 'GameCUser':
      return 'game_c/users'
  }
}

/** The page of an account or a creature. */
export const pageOf = (type: ListedType, server: string | null, id: string): string =>
  `/archive/${pathOf(type, server ?? undefined)}/${id}`

/** What a record is called if the game gave it no name. */
export const nameOf = ({ name, id }: { name: string | null; id: string }): string => name ?? `#${id}`
