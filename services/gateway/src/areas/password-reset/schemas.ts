import { type Static, Type } from 'typebox'
import { TokenText } from '../emails/schemas.ts'
import { Password } from '../users/schemas.ts'

export const ResetPasswordBody = Type.Object({ token: TokenText, password: Password })
export type ResetPasswordBody = Static<typeof ResetPasswordBody>
