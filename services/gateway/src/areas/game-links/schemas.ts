import { nullable, ShortUser, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const games = ['game_a', 'game_b', 'game_c'] as const
export type Game = (typeof games)[number]

export const LinkBody = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,20}$', description: 'The game’s own id of the account, decimal.' }),
})

const GameAccount = Type.Object({
  type: Type.String({ description: 'GameAUser, GameBUser or GameCUser.' }),
  server: Type.Optional(Type.String()),
  id: Type.String(),
})
const LinkAct = Type.Object({ time: Timestamp, user: ShortUser })
const Link = Type.Object({ link: LinkAct, unlink: nullable(LinkAct), user: GameAccount })
export type Link = Static<typeof Link>

/** The link that holds, and those that held. */
export const VersionedLink = Type.Object({ current: nullable(Link), old: Type.Array(Link) })
export type VersionedLink = Static<typeof VersionedLink>

/** Every server of the configuration, linked or not. */
export const Links = Type.Object({
  game_a: Type.Record(Type.String(), VersionedLink),
  game_b: Type.Record(Type.String(), VersionedLink),
  game_c: VersionedLink,
})
export type Links = Static<typeof Links>
