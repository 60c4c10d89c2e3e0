import { Type } from 'typebox'

/** What a read may tell besides, as names separated by commas: the query parameter `include`. */
export const include = (names: readonly string[], description: string) => {
  const name = `(?:${names.join('|')})`
  return Type.Optional(
    Type.String({
      pattern: `^${name}(?:,${name})*$`,
      maxLength: 100,
      examples: [names.join(',')],
      description,
    }),
  )
}

/** The names that were asked for. */
export const includedBy = (query: { include?: string | undefined }): ReadonlySet<string> =>
  new Set(query.include?.split(','))
