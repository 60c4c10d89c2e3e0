/** What JSON leaves as it is, but readers of lines take for the end of one, or a terminal obeys. */
const ACTS = /[\u007f-\u009f\u2028\u2029]/g

/** A value as JSON on one line, whoever reads it. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    ACTS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The same with the line's end. */
export const jsonLine = (value: unknown): string => `${jsonOf(value)}\n`
