import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Uuid } from './types.ts'

/**
 * The gateway's `POST /internal/game-links`, for the archive only: a link's target, start and creator. 404: its member
 * was erased.
 */
export const GameLinkRequest = Type.Object({ link: Uuid })

const LinkAct = Type.Object({ time: Timestamp, user: Uuid })

export const InternalGameLink = Type.Object({
  game: Type.Union([Type.Literal('game_a'), Type.Literal('game_b'), Type.Literal('game_c')]),
  /** Null for game C, which has one namespace. */
  server: nullable(Type.String()),
  game_user_id: Type.String({ pattern: '^[0-9]{1,20}$' }),
  user: Uuid,
  link: LinkAct,
  unlink: nullable(LinkAct),
})
export type InternalGameLink = Static<typeof InternalGameLink>

/** The `error` of a 404 that says that there is no such link. */
export const GAME_LINK_NOT_FOUND = 'game link not found'
