import type { AccountMailKind, MailLanguage } from '@agora/shared/contracts/internal-mail'
import { languageOf, momentIn } from './language.ts'
import { type Source, writeLetter } from './letter.ts'
import type { Template } from './template.ts'

/**
 * A mail of an account flow, in the reader's language, or English. Variables: `site`, `display_name`, `url`, `token`, `username` and `until`,
 * a time;
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
      const { until } = variables
      const told = until === undefined ? variables : { ...variables, until: momentIn(language, until) }
      return writeLetter(sources[language], told, language)
    },
  }
}
