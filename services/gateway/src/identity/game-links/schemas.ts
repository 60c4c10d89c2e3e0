import { described, nullable, ShortUser, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const games = ['game_a', 'game_b', 'game_c'] as const
export type Game = (typeof games)[number]

export const LinkBody = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9]{1,20}$', description: 'The game’s own id of the account, decimal.' }),
  },
  { examples: [{ id: '38' }] },
)

const GameAccount = Type.Object(
  {
    type: Type.String({ description: 'GameAUser, GameBUser or GameCUser.' }),
    server: Type.Optional(Type.String({ description: 'The server; game C has none.' })),
    id: Type.String({ description: 'The game’s own id of the account.' }),
  },
  { description: 'The account in the game.' },
)
const LinkAct = Type.Object({
  time: described(Timestamp, 'When it was done.'),
  user: described(ShortUser, 'Who did it.'),
})
const Link = Type.Object({
  link: described(LinkAct, 'How the accounts were linked.'),
  unlink: nullable(LinkAct, 'How the link ended; null while it lasts.'),
  user: GameAccount,
})
export type Link = Static<typeof Link>

/** The current link, and past ones. */
export const VersionedLink = Type.Object({
  current: nullable(Link, 'The current link.'),
  old: Type.Array(Link, { description: 'Past links.' }),
})
export type VersionedLink = Static<typeof VersionedLink>

/** Every server in the configuration, linked or not. */
export const Links = Type.Object({
  game_a: Type.Record(Type.String(), VersionedLink, { description: 'Game A, by server.' }),
  game_b: Type.Record(Type.String(), VersionedLink, { description: 'Game B, by server.' }),
  game_c: described(VersionedLink, 'Game C.'),
})
export type Links = Static<typeof Links>
