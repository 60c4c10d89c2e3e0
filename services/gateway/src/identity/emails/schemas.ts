import { EmailAddress } from '@agora/shared/contracts/email-address'
import { described, UuidV7 } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

/** Any text: a malformed token is refused like a forged one. */
export const TokenText = Type.String({ description: 'The token of the mail; it works once.' })

export const EmailBody = Type.Object({ email: EmailAddress }, { examples: [{ email: 'ada@example.org' }] })
export type EmailBody = Static<typeof EmailBody>

export const TokenBody = Type.Object(
  { token: TokenText },
  { examples: [{ token: 'RjfDq0ZbpZ6nD4U2bM0Zs6m0gSWu1bnJ' }] },
)
export type TokenBody = Static<typeof TokenBody>

const ResentKind = Type.Enum(['VerifyEmail', 'ResetPassword'])

export const ResendBody = Type.Object(
  {
    kind: Type.Optional(described(ResentKind, 'Which mail; if omitted, the most recent one.')),
    idempotency_key: Type.Optional(described(UuidV7, 'A UUIDv7. Repeating it sends nothing again.')),
  },
  { examples: [{ kind: 'VerifyEmail', idempotency_key: '01890000-0000-7000-8000-000000000000' }] },
)
export type ResendBody = Static<typeof ResendBody>

export const ResentMail = Type.Object({
  kind: described(ResentKind, 'Which mail was sent.'),
  email: Type.String({ description: 'The address that it was sent to.' }),
})
export type ResentMail = Static<typeof ResentMail>

/** The answer reveals nothing. */
export const Nothing = Type.Object({})
