import { Type } from 'typebox'
import { Uuid } from '../types.ts'
import { defineEvent } from './event.ts'

/** Members were told something while streams of theirs were open: what it is, the forum's tables say. */
export const membersTold = defineEvent({
  type: 'agora.forum.told.v1',
  data: Type.Object({ users: Type.Array(Uuid) }),
  subject: () => 'forum.told',
  key: () => 'told',
})
