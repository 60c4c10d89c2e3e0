/** The default destination. */
const HOME = '/'

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of these and parse the rest
const misread = /[\\\u0000-\u0020\u007f]/

/**
 * Where to go after signing in: a path of this site, or else its front page. Anything that a browser could read as
 * another site (`//there`, `/\there`, a control character in between) is not a path of this site.
 */
export function safeNext(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || misread.test(value)) return HOME
  const base = 'http://site.invalid'
  if (!URL.canParse(value, base)) return HOME
  const { origin, pathname, search, hash } = new URL(value, base)
  if (origin !== base || pathname.startsWith('//')) return HOME
  return `${pathname}${search}${hash}`
}

/** A link to a page that passes the destination on. */
export const withNext = (page: string, next: string): string =>
  next === HOME ? page : `${page}?${new URLSearchParams({ next })}`
