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
const ranges = { c: [1, 1_000], s: [1, 256], d: [1, 8] } as const

/** Lists the parameters that are out of range, with their range. */
export function faultsOf(parameters: PuzzleParameters): string[] {
  return (['c', 's', 'd'] as const).flatMap((name) => {
    const [least, most] = ranges[name]
    const value = parameters[name]
    return value >= least && value <= most ? [] : [`${name} is ${value}, not ${least} to ${most}`]
  })
}
