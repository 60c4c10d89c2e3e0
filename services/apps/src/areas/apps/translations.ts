import type { Translations } from './store.ts'

/** The main locale's text is not a translation: an entry for it is neither stored nor shown. */
export function translationsBeside(mainLocale: string, translations: Translations): Record<string, string> {
  const { [mainLocale]: _main, ...others } = translations
  return others
}
