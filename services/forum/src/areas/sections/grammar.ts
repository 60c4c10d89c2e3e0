import type { Grammar } from '@agora/shared/markup/index'
import type { Authority } from '../../authority/authority.ts'

/** Of quotes within quotes. */
export const MAX_DEPTH = 4
const LINK_SCHEMES = ['http', 'https'] as const

/**
 * The markup that an actor may use in a section; `icons` is the configured list, `linkHosts` restricts where links may
 * lead.
 */
export function grammarFor(
  authority: Pick<Authority, 'role' | 'canModerate'>,
  icons: readonly string[],
  linkHosts?: readonly string[],
): Grammar {
  return {
    ...(linkHosts ? { linkHosts } : {}),
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
