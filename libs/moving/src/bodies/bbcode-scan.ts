import { isWhole } from './bbcode-tags.ts'

/** A tag of BBCode as it is typed. */
export interface BbTag {
  /** Where it is in the body; what it has been read to the end of, `content` included. */
  readonly start: number
  readonly end: number
  readonly isEnd: boolean
  /** In lowercase. */
  readonly name: string
  /** What follows the name and `=`. */
  readonly option: string | undefined
  /** What else stands in it, such as `width=5`. */
  readonly rest: string
  /** What is between it and its end, where that is no BBCode. */
  readonly content: string | undefined
}

/** What follows a name unquoted: names and addresses have brackets, too, as in `[quote=[ABC] Bob]`. */
const BARE = String.raw`(?:[^[\]\n]|\[[^[\]\n=]*\])*`
const ATTRIBUTES = String.raw`\s[^[\]\n="]*=(?:"[^"\n]*"|[^[\]\n"]|\[[^[\]\n="]*\])*`

/**
 * `[b]`, `[/b]`, `[*]`, `[url=…]`, `[quote="…" …]` or `[img width=…]`. From each bracket it reads to the next one that is not closed
 * again at most, or to the next of its own quotation marks, so that the time is linear.
 */
const TAG = new RegExp(
  String.raw`\[(\/?)(\*|[a-z][a-z0-9_-]{0,31})(?:=(?:(?:"([^"\n]*)"|'([^'\n]*)')(\s[^[\]\n]*)?|(${BARE}))|(${ATTRIBUTES}))?\]`,
  'gi',
)

/** Where tags end whose content is no BBCode. Each search goes on from where the last one ended. */
class Ends {
  readonly #source: string
  readonly #next = new Map<string, { start: number; end: number } | undefined>()

  constructor(source: string) {
    this.#source = source
  }

  /** The next end of that name from a place on; undefined where there is none. */
  next(name: string, from: number): { start: number; end: number } | undefined {
    if (this.#next.has(name)) {
      const known = this.#next.get(name)
      if (known === undefined || known.start >= from) return known
    }
    const pattern = new RegExp(`\\[/${name}\\]`, 'gi')
    pattern.lastIndex = from
    const found = pattern.exec(this.#source)
    const next = found ? { start: found.index, end: pattern.lastIndex } : undefined
    this.#next.set(name, next)
    return next
  }
}

/** The tags of a body, in order. */
export function* tagsOf(source: string): Generator<BbTag> {
  const pattern = new RegExp(TAG)
  const ends = new Ends(source)
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    const name = match[2]!.toLowerCase()
    const tag = {
      start: match.index,
      end: pattern.lastIndex,
      isEnd: match[1] === '/',
      name,
      option: match[3] ?? match[4] ?? match[6],
      rest: match[5] ?? match[7] ?? '',
      content: undefined,
    }
    const end = !tag.isEnd && isWhole(tag) ? ends.next(name, tag.end) : undefined
    if (end === undefined) yield tag
    else {
      yield { ...tag, end: end.end, content: source.slice(tag.end, end.start) }
      pattern.lastIndex = end.end
    }
  }
}

/** Whether each of the tags has its other half; the nearest one, whatever else is open between the two. */
export function pairsOf(source: string): readonly boolean[] {
  const paired: boolean[] = []
  const open = new Map<string, number[]>()
  for (const { isEnd, name, content } of tagsOf(source)) {
    const at = paired.push(false) - 1
    if (content !== undefined) continue
    const begun = open.get(name)
    if (!isEnd) {
      if (begun) begun.push(at)
      else open.set(name, [at])
    } else if (begun && begun.length > 0) {
      paired[begun.pop()!] = true
      paired[at] = true
    }
  }
  return paired
}

/** A text without its tags. */
export const withoutTags = (text: string): string => text.replaceAll(TAG, '')
