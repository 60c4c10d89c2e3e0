import { described, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const RefusedEmail = Type.Object({
  email: Type.String({ description: 'The address.' }),
  time: described(Timestamp, 'When it was refused first.'),
  answer: Type.String({ description: 'What the mail server said.' }),
})
export type RefusedEmail = Static<typeof RefusedEmail>
