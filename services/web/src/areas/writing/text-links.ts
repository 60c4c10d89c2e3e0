import { emit, type Grammar, parse } from '@agora/shared/markup/index'

/** Links lead anywhere; the API has refused whatever the author may not write. */
const anyLink: Grammar = {
  admin: true,
  code: true,
  depth: 16,
  emphasis: true,
  icons: [],
  links: ['http', 'https'],
  mod: true,
  quote: true,
  spoiler: true,
  strikethrough: true,
  strong: true,
}

const countOf = (html: string): number => html.split('<a href="').length - 1

/** Whether links of a source are text in the HTML that the API made of it, as those of new accounts to other sites are. */
export function hasTextLinks(source: string, html: string | undefined): boolean {
  if (html === undefined || !/https?:\/\//i.test(source)) return false
  return countOf(html) < countOf(emit(parse(source, anyLink), { limit: Number.POSITIVE_INFINITY }))
}

/** The page of a post that was just sent, which tells its author about such links. */
export const sentPath = (post: string, source: string, html: string | undefined): string =>
  `/posts/${post}${hasTextLinks(source, html) ? '?links=text' : ''}`
