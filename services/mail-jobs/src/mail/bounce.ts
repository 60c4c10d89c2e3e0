import PostalMime from 'postal-mime'
import { isOfAddress } from './refusals.ts'

/** How much of a mail server's words is read. */
const LONGEST_ANSWER = 500
/** A report of one recipient has a few parts; more are none of a mail server. */
const DEEPEST = 16
const STATUS_PART = /^message\/(?:global-)?delivery-status$/i

/** What a report says of one recipient, by the names of its fields in lowercase. */
type Fields = ReadonlyMap<string, string>

/**
 * What a mail server says in a report of a delivery (RFC 3464) if nobody gets mails at that address, for good; undefined for a
 * report of a delay, of a refusal that says nothing of the address, and for whatever is no report.
 */
export async function refusalIn(message: Buffer): Promise<string | undefined> {
  const { attachments } = await PostalMime.parse(message, {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: DEEPEST,
  })
  const report = attachments.find(({ mimeType }) => STATUS_PART.test(mimeType))
  if (report === undefined) return undefined
  const [, ...recipients] = groupsIn(textOf(report.content))
  if (recipients.length === 0) return undefined
  // A list may be behind an address: somebody gets mails there unless each of them has failed.
  const answers = recipients.map(answerIn)
  return answers.includes(undefined) ? undefined : answers[0]
}

const textOf = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** The fields of the message, then those of each recipient; a line that begins with a blank goes on (RFC 822, 3.1.1). */
function groupsIn(text: string): Fields[] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]+(?=\S)/g, ' ')
    .split(/\n[ \t]*\n/)
    .map(
      (group) =>
        new Map(
          [...group.matchAll(/^([!-9;-~]+)[ \t]*:[ \t]*(.*)$/gm)].map(([, name, value]) => [
            name!.toLowerCase(),
            value!.trim(),
          ]),
        ),
    )
    .filter((fields) => fields.size > 0)
}

/** The server's words in the form in which SMTP has them: the code, the class of RFC 3463 and the words. */
function answerIn(fields: Fields): string | undefined {
  if (fields.get('action')?.toLowerCase() !== 'failed') return undefined
  const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
  const [, said = ''] = /^(?:smtp|x-[\w.-]+)\s*;\s*(.*)$/i.exec(fields.get('diagnostic-code') ?? '') ?? []
  const [code = '550'] = /^\d{3}(?=[ -])/.exec(said) ?? []
  // Whoever writes the report often knows no more than that it failed; the server that was asked says why.
  const isVague = status === '' || /^5\.0\.0$/.test(status)
  const words = said === '' ? 'the mail came back' : said
  const answer = isVague
    ? said.startsWith(code)
      ? said
      : `${code} ${words}`
    : `${code} ${status} ${stripped(words)}`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  const plain = answer.toWellFormed().replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
  return isOfAddress(Number(code), plain) ? plain.slice(0, LONGEST_ANSWER).trim().toWellFormed() : undefined
}

/** The words without their code and class. */
const stripped = (said: string): string =>
  said.replace(/^\d{3}[ -]/, '').replace(/^\d\.\d{1,3}\.\d{1,3}\s+/, '')
