const DAY_MS = 86_400_000

/** How long bans and mutes last, in days; undefined is for ever. */
const days = { '1h': 1 / 24, '1d': 1, '3d': 3, '1w': 7, '30d': 30, '1y': 365, ever: undefined } as const
export type Duration = keyof typeof days

/** The chosen duration, out of those that the form offers, or else its first one. */
export const durationIn = <Offered extends Duration>(
  text: string,
  offered: readonly [Offered, ...Offered[]],
): Offered => offered.find((one) => one === text) ?? offered[0]

/** When it ends; null for never. */
export function endOf(duration: Duration, from: number): string | null {
  const count = days[duration]
  return count === undefined ? null : new Date(from + count * DAY_MS).toISOString()
}
