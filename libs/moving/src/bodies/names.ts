const MENTION = /(?<![\p{L}\p{M}\p{N}])@([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*)/gu

/** A part of a text; with an id it names that member of the old forum. */
export interface Named {
  readonly text: string
  readonly oldId?: string
}

/** A text, parted where `@name` means a member. */
export function withNames(text: string, named: (name: string) => string | undefined): Named[] {
  const parts: Named[] = []
  let from = 0
  for (const match of text.matchAll(MENTION)) {
    const [oldId, length] = findNamed(match[1]!, named)
    if (oldId === undefined) continue
    parts.push({ text: text.slice(from, match.index) })
    from = match.index + 1 + length
    parts.push({ text: text.slice(match.index, from), oldId })
  }
  parts.push({ text: text.slice(from) })
  return parts
}

/** A name may end a sentence. */
function findNamed(
  name: string,
  named: (name: string) => string | undefined,
): [oldId: string | undefined, length: number] {
  const whole = named(name)
  if (whole !== undefined) return [whole, name.length]
  const shorter = name.replace(/[._-]+$/, '')
  return [named(shorter), shorter.length]
}
