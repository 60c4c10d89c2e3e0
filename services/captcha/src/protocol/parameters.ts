/** A challenge's difficulty, under the protocol's names. */
export interface PuzzleParameters {
  /** Number of puzzles. */
  readonly c: number
  /** Length of each salt, in hexadecimal characters. */
  readonly s: number
  /** Length of each target prefix, in hexadecimal characters: each one more is sixteen times the work. */
  readonly d: number
}

/**
 * The allowed ranges. The upper bounds keep the hashing of one redemption within a few milliseconds, and make sure that
 * a challenge can be solved before it expires.
 */
const ranges = [
  ['c', 'captcha.puzzles', 1, 1_000],
  ['s', 'captcha.salt_length', 1, 256],
  ['d', 'captcha.difficulty', 1, 8],
] as const

/** Lists the settings that are out of range, with their range. */
export function faultsOf(parameters: PuzzleParameters): string[] {
  return ranges.flatMap(([name, setting, least, most]) => {
    const value = parameters[name]
    return value >= least && value <= most ? [] : [`${setting} is ${value}, not ${least} to ${most}`]
  })
}
