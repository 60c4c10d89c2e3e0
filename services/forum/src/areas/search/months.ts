/** A month as `2026-01`; of an ISO 8601 time in UTC. */
export const monthOf = (time: string): string => time.slice(0, 7)
export const yearOf = (month: string): string => month.slice(0, 4)

/** No forum is older, and no search asks for years beyond: one names each of its years. */
const [FIRST_YEAR, LAST_YEAR] = [1980, 2100]

const monthsOf = (year: number, from = 1, to = 12): string[] =>
  Array.from(
    { length: Math.max(0, to - from + 1) },
    (_, index) => `${year}-${String(from + index).padStart(2, '0')}`,
  )

/** The months and years that cover a span of months exactly: at most 22 months, and whole years between them. */
export function coverOf({ first, last }: { first: string; last: string }): {
  years: string[]
  months: string[]
} {
  const [from, to] = [first, last].map((month) => {
    const year = Number(yearOf(month))
    if (year < FIRST_YEAR) return { year: FIRST_YEAR, month: 1 }
    return year > LAST_YEAR ? { year: LAST_YEAR, month: 12 } : { year, month: Number(month.slice(5)) }
  }) as [{ year: number; month: number }, { year: number; month: number }]
  if (from.year === to.year) return { years: [], months: monthsOf(from.year, from.month, to.month) }
  const whole = Array.from(
    { length: Math.max(0, to.year - from.year - 1) },
    (_, index) => from.year + 1 + index,
  )
  return {
    years: whole.map(String),
    months: [
      ...monthsOf(from.year, from.month),
      ...(from.year < to.year ? monthsOf(to.year, 1, to.month) : []),
    ],
  }
}
