import type { BlockKind } from './ast.ts'
import type { Input } from './characters.ts'
import type { BlockClose, BlockOpen } from './tokens.ts'

/** Longest name in `[quote=name]`, in UTF-16 code units, as written. */
const MAX_NAME_LENGTH = 100
const NAMED_QUOTE = '[quote='

interface Tag {
  readonly raw: string
  readonly type: 'block-close' | 'block-open'
  readonly kind: BlockKind
}

const TAGS: readonly Tag[] = (['admin', 'mod', 'quote'] as const).flatMap((kind) => [
  { raw: `[${kind}]`, type: 'block-open' as const, kind },
  { raw: `[/${kind}]`, type: 'block-close' as const, kind },
])

/** The block tag that starts at `at`, where a `[` is. */
export function blockMark(
  input: Input,
  at: number,
): { token: BlockClose | BlockOpen; end: number } | undefined {
  const { source, end } = input
  const tag = TAGS.find(({ raw }) => source.startsWith(raw, at) && at + raw.length <= end)
  if (tag !== undefined) {
    return { token: { type: tag.type, kind: tag.kind, at }, end: at + tag.raw.length }
  }
  if (!source.startsWith(NAMED_QUOTE, at)) return undefined
  const nameStart = at + NAMED_QUOTE.length
  const nameEnd = findNameEnd(input, nameStart)
  if (nameEnd < 0) return undefined
  const name = source.slice(nameStart, nameEnd).trim()
  return {
    token: { type: 'block-open', kind: 'quote', ...(name && { name }), at },
    end: nameEnd + 1,
  }
}

/** Where the `]` after the name is; -1 where the line, another tag or the longest name comes first. */
function findNameEnd({ source, end }: Input, from: number): number {
  const limit = Math.min(end, from + MAX_NAME_LENGTH + 1)
  for (let at = from; at < limit; at += 1) {
    const character = source[at]
    if (character === ']') return at
    if (character === '[' || character === '\n' || character === '\r') return -1
  }
  return -1
}
