import type { Attributes } from './elements.ts'

/** Text that its element shows in another way than as it is written. */

const pairs = (plain: string, shown: string) => {
  const all = [...shown]
  return new Map([...plain].map((character, at) => [character, all[at]!]))
}
/** Unicode's characters above and below the line, by what they say. */
const PLACED: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  sup: pairs('0123456789+-−=()abcdefghijklmnoprstuvwxyz ', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ '),
  sub: pairs('0123456789+-−=()aehijklmnoprstuvx ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ '),
}

export const isPlaced = (name: string): boolean => Object.hasOwn(PLACED, name)

/** A text above or below the line, `sup` or `sub`; undefined where not all of it can be written so. */
export function placed(text: string, where: string): string | undefined {
  const characters = PLACED[where]!
  const shown = [...text].map((character) => characters.get(character))
  return shown.includes(undefined) ? undefined : shown.join('')
}

export const lostPlace = (where: string): string => (where === 'sup' ? 'raised text' : 'lowered text')

const KEPT = /white-space\s*:\s*(?:pre|break-spaces)/i
const BLANK = '\u00a0'

/** Whether an element shows each blank and each line break in it. */
export const keepsBlanks = ({ style = '' }: Attributes): boolean => KEPT.test(style)

/** The lines of such a text, with blanks that nothing collapses. */
export const linesOfKept = (text: string): string[] =>
  text
    .replaceAll('\t', '    ')
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll(/^ | {2,}/g, (blanks) => BLANK.repeat(blanks.length)))
