import { type Static, Type } from 'typebox'
import { Password } from '../accounts/schemas.ts'
import { TokenText } from '../emails/schemas.ts'

export const ResetPasswordBody = Type.Object(
  { token: TokenText, password: Password },
  { examples: [{ token: 'RjfDq0ZbpZ6nD4U2bM0Zs6m0gSWu1bnJ', password: 'another password' }] },
)
export type ResetPasswordBody = Static<typeof ResetPasswordBody>
