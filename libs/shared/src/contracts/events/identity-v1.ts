import { Type } from 'typebox'
import { nullable, ShortUser, Timestamp, Uuid } from '../types.ts'
import { defineEvent } from './event.ts'

/** Events of earlier releases, which streams can still hold. They are read, never written: they carry names. */
const EventUser = Type.Object({
  id: Uuid,
  username: Type.Optional(Type.String()),
  display_name: Type.String(),
})
const NamedUser = Type.Object({ user: EventUser, created_at: Timestamp })

export const userCreatedV1 = defineEvent({
  type: 'agora.identity.user.created.v1',
  data: NamedUser,
  subject: () => 'identity.user.created',
  key: ({ user }) => user.id,
})

export const userRenamedV1 = defineEvent({
  type: 'agora.identity.user.renamed.v1',
  data: NamedUser,
  subject: () => 'identity.user.renamed',
  key: ({ user }) => user.id,
})

const LinkAct = Type.Object({ time: Timestamp, user: ShortUser })
const gameAccount = {
  game: Type.Union([Type.Literal('game_a'), Type.Literal('game_b'), Type.Literal('game_c')]),
  /** Null for game C, which has one namespace. */
  server: nullable(Type.String()),
  game_user_id: Type.String({ pattern: '^[0-9]{1,20}$' }),
  user: ShortUser,
  link: LinkAct,
}

/** The order that matters is the game account's: it may leave one member and go to another. */
const gameAccountKey = (data: { game: string; server: string | null; game_user_id: string }) =>
  `${data.game}:${data.server ?? ''}:${data.game_user_id}`

export const gameLinkSetV1 = defineEvent({
  type: 'agora.identity.game_link.set.v1',
  data: Type.Object({ ...gameAccount, unlink: Type.Null() }),
  subject: () => 'identity.game_link.set',
  key: gameAccountKey,
})

export const gameLinkUnsetV1 = defineEvent({
  type: 'agora.identity.game_link.unset.v1',
  data: Type.Object({ ...gameAccount, unlink: LinkAct }),
  subject: () => 'identity.game_link.unset',
  key: gameAccountKey,
})
