/** How each locale's language is stemmed: by Postgres' name for it, which other engines know as well. */
const languages = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
} as const

/** `simple`: words are compared unchanged. */
export type Language = (typeof languages)[keyof typeof languages] | 'simple'

/** The language of a section's locale. */
export function languageOf(locale: string | null): Language {
  const [tag = ''] = locale?.split('-') ?? []
  return Object.hasOwn(languages, tag) ? languages[tag as keyof typeof languages] : 'simple'
}
