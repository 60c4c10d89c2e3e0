import { type Grammar, MAX_DEPTH } from '@agora/shared/markup/index'
import type { Authority } from '../../authority/authority.ts'
import type { PostingAllowance } from '../../limits/posting.ts'

const LINK_SCHEMES = ['http', 'https'] as const

/**
 * The markup that an actor may use in a section; `icons` is the configured list. `allowance` restricts where the links of
 * a limited author may lead, and how many members they may mention, those of the post's `earlier` revisions included.
 */
export function grammarFor(
  authority: Pick<Authority, 'role' | 'canModerate'>,
  icons: readonly string[],
  { linkHosts, mentions }: Pick<PostingAllowance, 'linkHosts' | 'mentions'> = {},
  earlier: readonly string[] = [],
): Grammar {
  return {
    ...(linkHosts ? { linkHosts } : {}),
    ...(mentions === undefined ? {} : { mentions: { earlier, most: mentions } }),
    admin: authority.role === 'Administrator',
    code: true,
    depth: MAX_DEPTH,
    emphasis: true,
    icons,
    links: LINK_SCHEMES,
    mod: authority.canModerate,
    quote: true,
    spoiler: true,
    strikethrough: true,
    strong: true,
  }
}
