/** Characters that JSON does not escape, but that end a line for some readers, control a terminal, or reverse text. */
const ACTS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** The same JSON, on one line for every reader. */
export const inert = (json: string): string =>
  json.replaceAll(ACTS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A value as JSON on one line. */
export const jsonOf = (value: unknown): string => inert(JSON.stringify(value))

/** The same with the line's end. */
export const jsonLine = (value: unknown): string => `${jsonOf(value)}\n`
