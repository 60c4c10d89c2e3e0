/**
 * The colours of the pages, each the value of the custom property of its name (`--on-accent`), in the two schemes that
 * browsers ask for. `site.theme` of the configuration sets them anew.
 */
export const houseColours = {
  light: {
    paper: '#f6f5f1',
    card: '#ffffff',
    ink: '#20242b',
    quiet: '#5a6270',
    line: '#868d98',
    accent: '#1d5fa8',
    on_accent: '#ffffff',
    accent_paper: '#e8f0f9',
    alarm: '#a3221a',
    alarm_paper: '#fdeeec',
    good: '#1b6238',
    good_paper: '#e9f5ed',
  },
  dark: {
    paper: '#14171c',
    card: '#1c2027',
    ink: '#e6e8eb',
    quiet: '#a9b1bd',
    line: '#717a87',
    accent: '#8ab8f0',
    on_accent: '#0d1a2b',
    accent_paper: '#1d2c40',
    alarm: '#ffb1a8',
    alarm_paper: '#3a1a17',
    good: '#9fdcb4',
    good_paper: '#17301f',
  },
} as const

export const schemes = ['light', 'dark'] as const
export type ColourName = keyof typeof houseColours.light
export type Colours = { [Name in ColourName]?: string | undefined }

export type Scheme = (typeof schemes)[number]
type Schemes = Readonly<Record<Scheme, Colours>>

const propertiesOf = (colours: Colours): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name.replaceAll('_', '-')}:${value}`)
    .join(';')

/**
 * These colours as custom properties, by the scheme that the reader's browser asks for, or else the one that the document
 * names (`data-scheme`).
 */
export function stylesheetOf(colours: Schemes): string {
  const given = schemes.filter((scheme) => Object.keys(colours[scheme]).length > 0)
  const asked = given.map(
    (scheme) => `@media (prefers-color-scheme: ${scheme}){:root{${propertiesOf(colours[scheme])}}}\n`,
  )
  const named = given.map((scheme) => `:root[data-scheme=${scheme}]{${propertiesOf(colours[scheme])}}\n`)
  return [...asked, ...named].join('')
}

/** The colours of one scheme, whatever the reader's browser asks for; later ones replace earlier ones. */
export const schemeSheetOf = (scheme: Scheme, ...given: readonly Schemes[]): string =>
  `:root{color-scheme:${scheme};${given.map((colours) => propertiesOf(colours[scheme])).join(';')}}\n`
