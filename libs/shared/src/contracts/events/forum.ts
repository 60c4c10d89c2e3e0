import { Type } from 'typebox'
import { Timestamp, Uuid } from '../types.ts'
import { defineEvent } from './event.ts'

/** Members with open streams have new notifications: the forum's tables hold the content. */
export const membersNotified = defineEvent({
  type: 'agora.forum.told.v1',
  data: Type.Object({ users: Type.Array(Uuid) }),
  subject: () => 'forum.told',
  key: () => 'told',
})

/**
 * A member's digest is due. The event carries none of its content, which the forum supplies when the mail is rendered.
 */
export const digestDue = defineEvent({
  type: 'agora.forum.digest.due.v1',
  data: Type.Object({ mail: Uuid, user: Uuid, deadline: Timestamp }),
  subject: () => 'forum.digest.due',
  key: () => 'digests',
})
