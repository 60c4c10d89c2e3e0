import { type Static, Type } from 'typebox'
import { AccountMailKind } from '../internal-mail.ts'
import { Locale, nullable, ShortUser, Timestamp, Uuid } from '../types.ts'
import { defineEvent } from './event.ts'

/** The account an event speaks of. */
export const EventUser = Type.Object({
  id: Uuid,
  username: Type.Optional(Type.String()),
  display_name: Type.String(),
})
export type EventUser = Static<typeof EventUser>

export const userCreated = defineEvent({
  type: 'agora.identity.user.created.v1',
  data: Type.Object({ user: EventUser, created_at: Timestamp }),
  subject: () => 'identity.user.created',
  key: ({ user }) => user.id,
})

/** The username or the display name changed; both read as they are from now on. */
export const userRenamed = defineEvent({
  type: 'agora.identity.user.renamed.v1',
  data: Type.Object({ user: EventUser, created_at: Timestamp }),
  subject: () => 'identity.user.renamed',
  key: ({ user }) => user.id,
})

export const userBanned = defineEvent({
  type: 'agora.identity.user.banned.v1',
  data: Type.Object({ user: EventUser, expires_at: nullable(Timestamp) }),
  subject: () => 'identity.user.banned',
  key: ({ user }) => user.id,
})

export const userUnbanned = defineEvent({
  type: 'agora.identity.user.unbanned.v1',
  data: Type.Object({ user: EventUser }),
  subject: () => 'identity.user.unbanned',
  key: ({ user }) => user.id,
})

/** A session ended before its time; `session` is the row's id (never the cookie), null when all of the account's ended. */
export const sessionRevoked = defineEvent({
  type: 'agora.identity.session.revoked.v1',
  data: Type.Object({ user: Uuid, session: nullable(Uuid) }),
  subject: () => 'identity.session.revoked',
  key: ({ user }) => user,
})

/** A refresh token came a second time, so that all that the member had allowed the client by it has ended. */
export const grantReused = defineEvent({
  type: 'agora.identity.grant.reused.v1',
  data: Type.Object({ user: Uuid, client: Uuid, time: Timestamp }),
  subject: () => 'identity.grant.reused',
  key: ({ user }) => user,
})

/** A sign-in from a network and a browser that the account was not signed in to from before. */
export const signInUnfamiliar = defineEvent({
  type: 'agora.identity.session.unfamiliar.v1',
  data: Type.Object({ user: Uuid, session: Uuid, time: Timestamp }),
  subject: () => 'identity.session.unfamiliar',
  key: ({ user }) => user,
})

/** An account flow asks for a mail. The worker fetches the token from the gateway when it renders: none rides here. */
export const mailRequested = defineEvent({
  type: 'agora.identity.mail.requested.v1',
  data: Type.Object({
    mail: Uuid,
    kind: AccountMailKind,
    user: Uuid,
    recipient: Type.Optional(Type.String()),
    locale: Locale,
    deadline: Timestamp,
  }),
  subject: () => 'identity.mail.requested',
  key: ({ user }) => user,
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

export const gameLinkSet = defineEvent({
  type: 'agora.identity.game_link.set.v1',
  data: Type.Object({ ...gameAccount, unlink: Type.Null() }),
  subject: () => 'identity.game_link.set',
  key: gameAccountKey,
})

export const gameLinkUnset = defineEvent({
  type: 'agora.identity.game_link.unset.v1',
  data: Type.Object({ ...gameAccount, unlink: LinkAct }),
  subject: () => 'identity.game_link.unset',
  key: gameAccountKey,
})
