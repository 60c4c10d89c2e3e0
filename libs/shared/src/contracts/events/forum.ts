import { Type } from 'typebox'
import { Timestamp, Uuid } from '../types.ts'
import { defineEvent } from './event.ts'

/** Members were told something while streams of theirs were open: what it is, the forum's tables say. */
export const membersTold = defineEvent({
  type: 'agora.forum.told.v1',
  data: Type.Object({ users: Type.Array(Uuid) }),
  subject: () => 'forum.told',
  key: () => 'told',
})

/** A member's digest is due. What it says is asked of the forum while it is written: none of it rides here. */
export const digestDue = defineEvent({
  type: 'agora.forum.digest.due.v1',
  data: Type.Object({ mail: Uuid, user: Uuid, deadline: Timestamp }),
  subject: () => 'forum.digest.due',
  key: () => 'digests',
})
