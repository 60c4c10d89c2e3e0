import type { Translations } from './store.ts'

/** The text in the main locale is no translation: an entry for it is neither kept nor shown. */
export function translationsBeside(mainLocale: string, translations: Translations): Record<string, string> {
  const { [mainLocale]: _main, ...others } = translations
  return others
}
