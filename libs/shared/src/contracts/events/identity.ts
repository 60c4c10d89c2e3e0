import { Type } from 'typebox'
import { AccountMailKind } from '../internal-mail.ts'
import { Locale, nullable, Timestamp, Uuid } from '../types.ts'
import { defineEvent } from './event.ts'

/**
 * No event of an account carries a name, an address or a link: streams keep events, and an erased account must be gone
 * from them too. Consumers that need more than the id ask the gateway.
 */
const aboutUser = { key: ({ user }: { user: string }) => user }

export const userCreated = defineEvent({
  type: 'agora.identity.user.created.v2',
  data: Type.Object({ user: Uuid, created_at: Timestamp }),
  subject: () => 'identity.user.created',
  ...aboutUser,
})

/** The username or the display name changed. */
export const userRenamed = defineEvent({
  type: 'agora.identity.user.renamed.v2',
  data: Type.Object({ user: Uuid }),
  subject: () => 'identity.user.renamed',
  ...aboutUser,
})

export const userBanned = defineEvent({
  type: 'agora.identity.user.banned.v2',
  data: Type.Object({ user: Uuid, expires_at: nullable(Timestamp) }),
  subject: () => 'identity.user.banned',
  ...aboutUser,
})

export const userUnbanned = defineEvent({
  type: 'agora.identity.user.unbanned.v2',
  data: Type.Object({ user: Uuid }),
  subject: () => 'identity.user.unbanned',
  ...aboutUser,
})

/** The account is gone, for good. */
export const userErased = defineEvent({
  type: 'agora.identity.user.erased.v1',
  data: Type.Object({ user: Uuid }),
  subject: () => 'identity.user.erased',
  ...aboutUser,
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
    locale: Locale,
    deadline: Timestamp,
  }),
  subject: () => 'identity.mail.requested',
  key: ({ user }) => user,
})

/** A link to a game account; the gateway supplies its target and start. */
const GameLinkData = Type.Object({ link: Uuid, user: Uuid })

export const gameLinkSet = defineEvent({
  type: 'agora.identity.game_link.set.v2',
  data: GameLinkData,
  subject: () => 'identity.game_link.set',
  ...aboutUser,
})

export const gameLinkUnset = defineEvent({
  type: 'agora.identity.game_link.unset.v2',
  data: GameLinkData,
  subject: () => 'identity.game_link.unset',
  ...aboutUser,
})

/** A member has requested an export of their data. Its job gets these ids. */
export const exportRequested = defineEvent({
  type: 'agora.identity.export.requested.v1',
  data: Type.Object({ export: Uuid, job: Uuid, task: Uuid, user: Uuid }),
  subject: () => 'identity.export.requested',
  ...aboutUser,
})
