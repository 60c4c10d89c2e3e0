import type { AccountMailKind } from '@agora/shared/contracts/internal-mail'
import { type Source, writeLetter } from './letter.ts'
import type { Template } from './template.ts'

type Language = 'en' | 'fr'

/**
 * A mail of an account flow, in the reader's language (English where there is none of it). Variables: `site`,
 * `display_name`, `url`, `token`, or for a notice, `url` and what it tells of.
 */
export function accountTemplate(
  kind: AccountMailKind,
  version: number,
  sources: Readonly<Record<Language, Source>>,
): Template {
  return {
    kind,
    version,
    render: ({ variables, locale }) => {
      const language: Language = locale.toLowerCase().startsWith('fr') ? 'fr' : 'en'
      return writeLetter(sources[language], variables, language)
    },
  }
}
