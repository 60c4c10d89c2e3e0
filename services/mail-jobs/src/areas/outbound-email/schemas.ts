import { listing } from '@agora/shared/contracts/pagination'
import { nullable, Timestamp, UserReference, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

/** RFC 5321, 4.5.3.1: at most 64 octets before the @ and 254 in all. */
const EmailAddress = Type.String({ format: 'email', maxLength: 254, pattern: '^[^@]{1,64}@' })

const UuidV7 = Type.String({
  pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$',
  description: 'A UUIDv7',
})

const PartDigest = Type.Object(
  {
    size: Type.Integer({ description: 'Bytes.' }),
    sha2_256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    sha3_256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  { description: 'Of the part’s UTF-8 bytes before transfer encoding. Bodies are not stored.' },
)

export const OutboundEmail = Type.Object({
  id: Uuid,
  submitted_at: Timestamp,
  created_by: UserReference,
  deadline: Timestamp,
  sender: Type.String(),
  recipient: Type.String(),
  payload: Type.Object({
    kind: Type.Enum(['Markup', 'ResetPassword', 'VerifyEmail']),
    version: Type.Integer(),
    data: Type.Unknown({ description: 'What the template of this kind and version was given.' }),
    text: PartDigest,
    html: PartDigest,
  }),
  read_at: nullable(Timestamp),
})
export type OutboundEmail = Static<typeof OutboundEmail>

export const OutboundEmailListing = listing(OutboundEmail)

export const NewOutboundEmail = Type.Object({
  deadline: Type.String({ format: 'date-time', description: 'After it sending is abandoned.' }),
  idempotency_key: UuidV7,
  recipient: EmailAddress,
  subject: Type.String({ description: 'Required and not used: the message is the operators’ template.' }),
  body: Type.String({ description: 'Required and not used: the message is the operators’ template.' }),
})
export type NewOutboundEmail = Static<typeof NewOutboundEmail>

export const OpenParams = Type.Object({ token: Type.String() })
export const PixelImage = Type.Unsafe<Buffer>({
  type: 'string',
  contentMediaType: 'image/gif',
  description: 'A transparent pixel.',
})
