import type { AccountMailKind, MailLanguage } from '@agora/shared/contracts/internal-mail'
import { languageOf } from './language.ts'
import { type Source, writeLetter } from './letter.ts'
import type { Template } from './template.ts'

/**
 * A mail of an account flow, in the reader's language (English where there is none of it). Variables: `site`,
 * `display_name`, `url`, `token`, or for a notice, `url` and what it tells of.
 */
export function accountTemplate(
  kind: AccountMailKind,
  version: number,
  sources: Readonly<Record<MailLanguage, Source>>,
): Template {
  return {
    kind,
    version,
    render: ({ variables, locale }) => {
      const language = languageOf(locale)
      return writeLetter(sources[language], variables, language)
    },
  }
}
