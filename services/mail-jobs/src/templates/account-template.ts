import type { AccountMailKind, MailLanguage } from '@agora/shared/contracts/internal-mail'
import { clockOf, languageOf } from './language.ts'
import type { Source } from './letter.ts'
import type { Template } from './template.ts'
import { writeTimedLetter } from './timed-letter.ts'

/**
 * A mail of an account flow, in the reader's language, or English. Variables: `site`, `display_name`, `url`, `token`, `username` and
 * the time `until`; for a notice, `url` and its details, of which `time` is one.
 */
export function accountTemplate(
  kind: AccountMailKind,
  version: number,
  sources: Readonly<Record<MailLanguage, Source>>,
): Template {
  return {
    kind,
    version,
    render: ({ variables, locale, zone }) => {
      const language = languageOf(locale)
      return writeTimedLetter(sources[language], variables, clockOf(language, zone))
    },
  }
}
