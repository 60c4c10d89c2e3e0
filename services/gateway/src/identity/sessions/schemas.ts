import { listing } from '@agora/shared/contracts/pagination'
import { described, nullable, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const SessionParams = Type.Object({
  user_id: Type.String({ description: 'Id of the account.' }),
  session_id: Type.String({ description: 'Id of the session.' }),
})

/** A browser in which the member is signed in. */
export const Session = Type.Object({
  type: Type.Literal('Session'),
  id: described(Uuid, 'The session’s id, which is not a credential.'),
  created_at: described(Timestamp, 'When the member signed in.'),
  last_seen_at: described(Timestamp, 'When it was last used, to the minute.'),
  address: nullable(Type.String(), 'The address that it was last used from.'),
  user_agent: nullable(Type.String(), 'The browser’s User-Agent, at most 255 characters.'),
  is_current: Type.Boolean({ description: 'Whether it is the caller’s own.' }),
})
export type Session = Static<typeof Session>

export const SessionListing = listing(Session)
export type SessionListing = Static<typeof SessionListing>
