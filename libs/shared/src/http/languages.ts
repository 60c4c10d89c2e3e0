/** The languages of the site's pages; the first where a reader asks for none of them. */
export const siteLanguages = ['en', 'fr'] as const
export type SiteLanguage = (typeof siteLanguages)[number]

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
