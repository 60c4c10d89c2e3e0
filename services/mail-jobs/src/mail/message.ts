import { createHash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Letter } from '../templates/letter.ts'

/** The size and hashes of one part's UTF-8 bytes before transfer encoding; lowercase hexadecimal. */
export interface PartHashes {
  /** Bytes. */
  size: number
  sha2: string
  sha3: string
}

export interface Message {
  /** The whole message as it is sent. */
  bytes: Buffer
  text: PartHashes
  html: PartHashes
}

export interface Envelope {
  id: string
  sender: { name: string; address: string }
  recipient: string
  date: Date
  /** Tells vacation responders not to reply (RFC 3834). */
  automatic: boolean
}

function hashesOf(part: string): PartHashes {
  const hash = (algorithm: string) => createHash(algorithm).update(part, 'utf8').digest('hex')
  return { size: Buffer.byteLength(part, 'utf8'), sha2: hash('sha256'), sha3: hash('sha3-256') }
}

/** The same for every attempt, so that a receiver can recognise a duplicate. */
function messageId(id: string, sender: string): string {
  return `<${id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`
}

/** RFC 2369; one click is offered for an https address alone (RFC 8058, 3.1). The address is in angle brackets, one line. */
function unsubscribeHeaders({ unsubscribeUrl: url }: Letter): Record<string, string> {
  if (url === undefined) return {}
  const oneClick: Record<string, string> = url.startsWith('https:')
    ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}
  return { 'List-Unsubscribe': `<${url}>`, ...oneClick }
}

/** Builds the message; the same letter and envelope give the same bytes. */
export async function composeMessage(letter: Letter, envelope: Envelope): Promise<Message> {
  const { id, sender, recipient, date, automatic } = envelope
  const composer = new MailComposer({
    from: sender,
    to: { name: '', address: recipient },
    subject: letter.subject,
    date,
    messageId: messageId(id, sender.address),
    headers: { ...(automatic ? { 'Auto-Submitted': 'auto-generated' } : {}), ...unsubscribeHeaders(letter) },
    text: letter.text,
    html: letter.html,
    // Base64 carries the parts byte for byte, so that the digests can be checked against what arrived.
    textEncoding: 'base64',
    baseBoundary: id,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const bytes = await composer.compile().build()
  return { bytes, text: hashesOf(letter.text), html: hashesOf(letter.html) }
}
