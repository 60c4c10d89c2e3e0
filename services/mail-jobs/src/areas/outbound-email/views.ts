import type { Mail } from '../../mail/store.ts'
import type { OutboundEmail } from './schemas.ts'

/** A mail that was handed to the mailer; no other has this view. */
export function outboundEmailView(mail: Mail): OutboundEmail {
  const { submittedAt, recipient } = mail
  if (!submittedAt || recipient === null) throw new Error(`mail ${mail.id} was not handed to the mailer`)
  return {
    id: mail.id,
    submitted_at: submittedAt.toISOString(),
    created_by: { type: 'User', id: mail.createdBy },
    deadline: mail.deadline.toISOString(),
    sender: mail.sender,
    recipient,
    payload: {
      kind: mail.kind,
      version: mail.version,
      data: mail.data,
      text: { size: mail.textSize ?? 0, sha2_256: mail.textSha2 ?? '', sha3_256: mail.textSha3 ?? '' },
      html: { size: mail.htmlSize ?? 0, sha2_256: mail.htmlSha2 ?? '', sha3_256: mail.htmlSha3 ?? '' },
    },
    read_at: mail.readAt?.toISOString() ?? null,
  }
}
