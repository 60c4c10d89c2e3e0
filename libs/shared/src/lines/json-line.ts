/** What JSON leaves as it is, but ends a line to some readers, is obeyed by a terminal, or turns the text around it. */
const ACTS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** The same JSON, on one line to whoever reads it. */
export const inert = (json: string): string =>
  json.replaceAll(ACTS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A value as JSON on one line. */
export const jsonOf = (value: unknown): string => inert(JSON.stringify(value))

/** The same with the line's end. */
export const jsonLine = (value: unknown): string => `${jsonOf(value)}\n`
