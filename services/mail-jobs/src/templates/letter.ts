import { emit, type Grammar, parse } from '@agora/shared/markup/index'
import { fillLine, fillMarkup, type Variables } from './fill.ts'
import { htmlPage } from './page.ts'
import { plainText } from './text.ts'

/** A rendered message. The parts end their lines with CRLF, as they are sent. */
export interface Letter {
  subject: string
  text: string
  html: string
  /** Where its reader ends such mails with one click (RFC 8058). */
  unsubscribeUrl?: string
}

/** A subject line, and a body and what stands below it in markup, all with `{{variables}}`. */
export interface Source {
  subject: string
  body: string
  footer?: string
}

/** What mails may use of the markup: no blocks that speak in a moderator's name, no icons, which mails cannot show. */
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
 * One source makes both parts, so that they say the same.
 *
 * @throws TemplateError where a variable is missing
 * @throws MarkupError where the body is not markup
 */
export function writeLetter(source: Source, variables: Variables, locale: string): Letter {
  const subject = fillLine(source.subject, variables)
  const parts = [source.body, source.footer]
    .filter((part) => part !== undefined)
    .map((part) => parse(fillMarkup(part, variables), grammar))
  const [content = '', footer] = parts.map((part) => emit(part))
  return {
    subject,
    text: crlf(`${parts.map(plainText).join('\n\n')}\n`),
    html: crlf(htmlPage({ title: subject, content, locale, ...(footer === undefined ? {} : { footer }) })),
  }
}
