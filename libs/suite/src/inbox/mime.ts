import PostalMime, { type Address } from 'postal-mime'

/** A mail as a reader sees it. */
export interface ReadableMail {
  from: string
  to: string
  subject: string
  /** ISO 8601. */
  date: string
  text: string | undefined
  html: string | undefined
}

/** Parses a whole message as received over SMTP. */
export async function readMail(raw: Buffer): Promise<ReadableMail> {
  const { from, to = [], subject = '', date = '', text, html } = await PostalMime.parse(raw)
  return { from: nameOf(from), to: to.map(nameOf).join(', '), subject, date, text, html }
}

function nameOf(address: Address | undefined): string {
  if (address === undefined) return ''
  const { name, address: mailbox } = address
  return name ? `${name} <${mailbox}>` : (mailbox ?? '')
}
