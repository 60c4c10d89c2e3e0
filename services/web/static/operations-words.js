// What the operations page says, in the reader's language, and how it writes numbers and times.

/**
 * @typedef {number | null} Value null if it is unknown
 * @typedef {(value: number) => string} Unit a value in words
 * @typedef {typeof import('../src/words/en-operations.ts').operations.live} Words
 */

/**
 * An element that the page has.
 *
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/** @type {Words} */
export const words = JSON.parse(byId('operations').dataset.words ?? '{}')

/**
 * A text with these values at the places that it names.
 *
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export const say = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''))

const { lang } = document.documentElement

/** @param {number | string} time */
export const clock = (time) => new Date(time).toLocaleTimeString(lang)

/** @type {Unit} */
const short = (value) => (value >= 100 ? value.toFixed(0) : Number(value.toPrecision(2)).toString())
/** @satisfies {Record<string, Unit>} */
export const units = {
  perSecond: (value) => `${short(value)}/s`,
  share: (value) => `${(value * 100).toFixed(0)} %`,
  bytes: (value) => say(words.mebibytes, { count: (value / 2 ** 20).toFixed(0) }),
  seconds: (value) => (value < 1 ? `${short(value * 1000)} ms` : duration(value)),
  count: (value) => value.toLocaleString(lang),
}
/** @type {Unit} */
export function duration(seconds) {
  if (seconds < 120) return `${short(seconds)} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800
    ? `${Math.floor(seconds / 3600)} h`
    : say(words.days, { count: Math.floor(seconds / 86_400) })
}
