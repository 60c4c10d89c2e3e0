import { type ColourName, type Colours, houseColours, type Scheme, schemes } from './colours.ts'
import type { Fault } from './faults.ts'

/** The least contrasts of WCAG 2.2 AA: of text (1.4.3), and of what shows where a field is (1.4.11). */
const TEXT = 4.5
const OUTLINE = 3

/** What stands on what, on any page. */
const pairs: readonly (readonly [ColourName, readonly ColourName[], number])[] = [
  ['ink', ['paper', 'card', 'accent_paper'], TEXT],
  ['quiet', ['paper', 'card', 'accent_paper'], TEXT],
  ['accent', ['paper', 'card', 'accent_paper'], TEXT],
  ['on_accent', ['accent'], TEXT],
  ['alarm', ['paper', 'card', 'alarm_paper'], TEXT],
  ['good', ['good_paper'], TEXT],
  ['line', ['card'], OUTLINE],
]

/** Relative luminance of `#rrggbb`, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Never more than it is, so that what falls just short does not read as enough. */
const inWords = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2)

/** A colour that some people could not read where it stands. */
export interface LowContrast {
  scheme: Scheme
  colour: ColourName
  background: ColourName
  /** As it is, in words, and as it has to be. */
  ratio: string
  least: number
}

/** The colours of a theme that some people could not read where they stand, among those that it leaves as they are. */
export const lowContrasts = (theme: Readonly<Record<Scheme, Colours>>): LowContrast[] =>
  schemes.flatMap((scheme) => {
    const all = { ...houseColours[scheme], ...theme[scheme] }
    return pairs.flatMap(([colour, backgrounds, least]) =>
      backgrounds
        .map((background) => ({ background, contrast: contrastOf(all[colour], all[background]) }))
        .filter(({ contrast }) => contrast < least)
        .map(({ background, contrast }) => ({ scheme, colour, background, ratio: inWords(contrast), least })),
    )
  })

/** The same as faults of the configuration. */
export const contrastFaults = (theme: Readonly<Record<Scheme, Colours>>): Fault[] =>
  lowContrasts(theme).map(({ scheme, colour, background, ratio, least }) => {
    const own = theme[scheme]
    const all = { ...houseColours[scheme], ...own }
    const keys = ['site', 'theme', scheme, own[colour] === undefined ? background : colour]
    return {
      keys,
      message: `${keys.join('.')}: ${colour} ${all[colour]} on ${background} ${all[background]} has a contrast of ${ratio}; it needs ${least} to be readable for everyone`,
    }
  })
