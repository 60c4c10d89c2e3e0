import { EmailAddress } from '@agora/shared/contracts/email-address'
import { listing } from '@agora/shared/contracts/pagination'
import { described, nullable, Timestamp, UserReference, Uuid, UuidV7 } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const PartDigest = Type.Object(
  {
    size: Type.Integer({ description: 'Bytes.' }),
    sha2_256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hexadecimal.' }),
    sha3_256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA3-256, hexadecimal.' }),
  },
  { description: 'Of the part’s UTF-8 bytes before transfer encoding. Bodies are not stored.' },
)

export const OutboundEmail = Type.Object({
  id: described(Uuid, 'The message’s id.'),
  submitted_at: described(Timestamp, 'When it was handed to the mailer.'),
  created_by: described(UserReference, 'The administrator who sent it, or the account that it concerns.'),
  deadline: described(Timestamp, 'When sending was to be abandoned.'),
  sender: Type.String({ description: 'The sender’s address.' }),
  recipient: Type.String({ description: 'The recipient’s address.' }),
  payload: Type.Object(
    {
      kind: Type.Enum(
        [
          'AccountChanged',
          'Digest',
          'ExportReady',
          'GrantReused',
          'Markup',
          'NewSignIn',
          'PasswordGuessed',
          'ResetPassword',
          'Sanctioned',
          'VerifyEmail',
        ],
        {
          description: 'Which template.',
        },
      ),
      version: Type.Integer({ description: 'Version of the template.' }),
      data: Type.Unknown({ description: 'The template’s variables.' }),
      text: described(PartDigest, 'The plain-text part.'),
      html: described(PartDigest, 'The HTML part.'),
    },
    { description: 'Its template and its sizes.' },
  ),
  read_at: nullable(Timestamp, 'When the recipient first opened it.'),
})
export type OutboundEmail = Static<typeof OutboundEmail>

export const OutboundEmailListing = listing(OutboundEmail)

export const NewOutboundEmail = Type.Object(
  {
    deadline: Type.String({ format: 'date-time', description: 'Sending is abandoned after this.' }),
    idempotency_key: described(UuidV7, 'A UUIDv7. Repeating it sends nothing again.'),
    recipient: EmailAddress,
    subject: Type.String({ description: 'Required but unused: the message is the operators’ template.' }),
    body: Type.String({ description: 'Required but unused: the message is the operators’ template.' }),
  },
  {
    examples: [
      {
        deadline: '2030-01-01T00:00:00.000Z',
        idempotency_key: '01890000-0000-7000-8000-000000000000',
        recipient: 'ada@example.org',
        subject: '',
        body: '',
      },
    ],
  },
)
export type NewOutboundEmail = Static<typeof NewOutboundEmail>

export const BounceParams = Type.Object({
  token: Type.String({
    maxLength: 64,
    description: 'What follows the `+` in the address to which the mail came back.',
  }),
})
export const Bounce = Type.Object({
  is_refusal: Type.Boolean({
    description: 'Whether it says that nobody gets mails at the address, for good.',
  }),
})
export type Bounce = Static<typeof Bounce>

export const OpenParams = Type.Object({ token: Type.String({ description: 'The signed id of a message.' }) })
export const PixelImage = Type.Unsafe<Buffer>({
  type: 'string',
  contentMediaType: 'image/gif',
  description: 'A transparent pixel.',
})
