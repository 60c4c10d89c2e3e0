/**
 * The languages of pages and mails, the first where a reader asks for none of them. A new one is a row here, words in every
 * catalogue, which does not compile without them, and the texts of mails.
 */
export const languages = {
  en: { name: 'English', locale: 'en-US', dates: 'en-GB' },
  fr: { name: 'Français', locale: 'fr-FR', dates: 'fr-FR' },
} as const satisfies Record<string, { name: string; locale: string; dates: string }>

export type SiteLanguage = keyof typeof languages
export const siteLanguages = Object.keys(languages) as [SiteLanguage, ...SiteLanguage[]]
/** As settings name them. */
export const siteLocales = siteLanguages.map((one) => languages[one].locale)

/** The one of these languages that an Accept-Language header asks for first (RFC 9110, 12.5.4); undefined for none of them. */
export function acceptedLanguage<Language extends string>(
  header: string | undefined,
  among: readonly Language[],
): Language | undefined {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = Number(/^\s*q=([\d.]+)/.exec(parameters[0] ?? '')?.[1] ?? 1)
      return { language: tag.trim().split('-')[0], weight }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => among.find((one) => one === language))
    .find((language) => language !== undefined)
}

/** The one of these languages that was chosen, else the one that is asked for first; undefined for none of them. */
export const chosenLanguage = <Language extends string>(
  chosen: string | undefined,
  header: string | undefined,
  among: readonly Language[],
): Language | undefined => among.find((one) => one === chosen) ?? acceptedLanguage(header, among)
