const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A named item of a list: a score on a site, an account there, an achievement. */
export interface Named {
  name: string
  rest: Record<string, unknown>
}

/** Undefined if it has no name. */
export function namedOf(item: unknown): Named | undefined {
  if (!isObject(item)) return undefined
  const { site, stat_key: stat, achievement_key: achievement, ...rest } = item
  const name = stat ?? achievement ?? (isObject(site) ? (site.name ?? site.host) : undefined)
  return typeof name === 'string' ? { name, rest } : undefined
}

const numbersOf = (entries: [string, unknown][]): [string, number][] =>
  entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number')

/** The numbers in a value that can be followed over time, by name; a plain number has an empty name. */
export function partsOf(value: unknown): Map<string, number> {
  if (typeof value === 'number') return new Map([['', value]])
  if (isObject(value)) return new Map(numbersOf(Object.entries(value)))
  if (!Array.isArray(value)) return new Map()
  return new Map(
    value.flatMap((item) => {
      const named = namedOf(item)
      const [first] = numbersOf(Object.entries(named?.rest ?? {}))
      return named && first ? [[named.name, first[1]] as const] : []
    }),
  )
}
