import type { AccountMailKind, MailLanguage } from '@agora/shared/contracts/internal-mail'
import { languageOf } from './language.ts'
import { type Source, writeLetter } from './letter.ts'
import type { Template } from './template.ts'

/**
 * A mail of an account flow, in the reader's language, or English. Variables: `site`, `display_name`, `url`, `token`;
 * for a notice, `url` and its details.
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
