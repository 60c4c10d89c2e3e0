import { emit, type Grammar, parse } from '@agora/shared/markup/index'
import { coverSpoilers } from '@agora/shared/markup/plain'
import { fillLine, fillMarkup, type Variables } from './fill.ts'
import { htmlPage } from './page.ts'
import { plainText } from './text.ts'

/** A rendered message. The parts have CRLF line ends, as they are sent. */
export interface Letter {
  subject: string
  text: string
  html: string
  /** Where its reader unsubscribes with one click (RFC 8058). */
  unsubscribeUrl?: string
}

/** A subject line, a body and a footer in markup, all with `{{variables}}`. */
export interface Source {
  subject: string
  body: string
  footer?: string
}

/** The markup that mails may use: no blocks that speak for a moderator, no icons, which mails cannot show. */
const grammar: Grammar = {
  admin: false,
  code: true,
  depth: 4,
  emphasis: true,
  icons: [],
  links: ['http', 'https'],
  mod: false,
  quote: true,
  spoiler: true,
  strikethrough: true,
  strong: true,
}

const crlf = (text: string) => text.replaceAll(/\r\n|\r|\n/g, '\r\n')

/**
 * One source makes both parts, so that they agree. Spoilers are covered in both: readers of mail do not know the pages' style sheet.
 *
 * @throws TemplateError if a variable is missing
 * @throws MarkupError if the body is not valid markup
 */
export function writeLetter(source: Source, variables: Variables, locale: string): Letter {
  const subject = fillLine(source.subject, variables)
  const parts = [source.body, source.footer]
    .filter((part) => part !== undefined)
    .map((part) => parse(fillMarkup(part, variables), grammar))
  const [content = '', footer] = parts.map((part) => coverSpoilers(emit(part)))
  return {
    subject,
    text: crlf(`${parts.map(plainText).join('\n\n')}\n`),
    html: crlf(htmlPage({ title: subject, content, locale, ...(footer === undefined ? {} : { footer }) })),
  }
}
