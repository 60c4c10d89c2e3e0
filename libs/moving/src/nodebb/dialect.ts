import type { Dialect } from '../bodies/pieces.ts'
import type { Kind } from '../format/lines.ts'
import type { People } from './people.ts'
import type { Hash } from './values.ts'

const PATHS: readonly [RegExp, Kind][] = [
  [/^\/?post\/(\d+)(?:$|[/?#])/, 'post'],
  [/^\/?topic\/(\d+)(?:$|[/?#])/, 'thread'],
  [/^\/?category\/(\d+)(?:$|[/?#])/, 'section'],
  [/^\/?uid\/(\d+)(?:$|[/?#])/, 'user'],
]
const USER_PAGE = /^\/?user\/([^/?#]+)/

/**
 * How NodeBB's bodies refer to its content: by addresses below its own, absolute or relative, and to members by
 * `@name`.
 * @param settings those of its Markdown, as its operator has changed them.
 */
export function nodebbDialect(
  name: string,
  address: string | undefined,
  people: People,
  { html = '' }: Hash = {},
): Dialect {
  const base = address === undefined ? `https://${name}.invalid/` : `${address.replace(/\/+$/, '')}/`
  const root = new URL(base)
  const pathOf = (link: string): string | undefined => {
    if (!URL.canParse(link, base)) return undefined
    const url = new URL(link, base)
    if (url.host !== root.host) return undefined
    const { pathname } = root
    const path = url.pathname + url.search + url.hash
    return path.startsWith(pathname) ? path.slice(pathname.length) : path.slice(1)
  }
  return {
    base,
    isStrict: true,
    showsTags: html !== 'on',
    target: (link) => {
      const path = pathOf(link)
      if (path === undefined) return undefined
      for (const [pattern, kind] of PATHS) {
        const oldId = pattern.exec(path)?.[1]
        if (oldId !== undefined) return { kind, oldId }
      }
      const uid = people.named(USER_PAGE.exec(path)?.[1] ?? '')
      return uid === undefined ? undefined : { kind: 'user', oldId: uid }
    },
    named: (member) => people.named(member),
  }
}
