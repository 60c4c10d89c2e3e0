import { listing } from '@agora/shared/contracts/pagination'
import { nullable, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const SessionParams = Type.Object({ user_id: Type.String(), session_id: Type.String() })

/** A browser in which the member is signed in. */
export const Session = Type.Object({
  type: Type.Literal('Session'),
  id: Uuid,
  created_at: Timestamp,
  last_seen_at: Type.String({ format: 'date-time', description: 'True to the minute.' }),
  address: Type.Union([Type.String(), Type.Null()], { description: 'Where it was last used from.' }),
  user_agent: nullable(Type.String({ description: 'As the browser names itself, at most 255 characters.' })),
  is_current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
})
export type Session = Static<typeof Session>

export const SessionListing = listing(Session)
export type SessionListing = Static<typeof SessionListing>
