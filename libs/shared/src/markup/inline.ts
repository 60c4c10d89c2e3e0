import type { Inline, SpanKind } from './ast.ts'
import type { InlineToken, LinkEnd, SpanMark } from './tokens.ts'

const UNPAIRED = -1

/** Spans, links and text of one stretch without blocks. Marks that find no partner become text. */
export function parseInline(tokens: readonly InlineToken[]): Inline[] {
  return buildTree(tokens, pairMarks(tokens).partners)
}

interface Pairs {
  /** For every token the index of its partner. */
  readonly partners: Int32Array
  /** The opening marks for which no closing one has come. */
  readonly waiting: ReadonlyMap<SpanKind, number>
}

/** A spoiler across lines, and the opening marks before it, whose partners are not in it. */
interface Cover {
  readonly open: number
  readonly waiting: Map<SpanKind, number>
  readonly brackets: number[]
  /** What there is in it: nothing of its kind may be around it. */
  readonly kinds: Set<SpanKind | 'link'>
}

/**
 * Pairs never cross. Of each kind one opening mark waits at a time, the newest, so that spans never nest in their own kind:
 * the tree is at most as deep as there are kinds.
 */
export function pairMarks(tokens: readonly InlineToken[]): Pairs {
  const partners = new Int32Array(tokens.length).fill(UNPAIRED)
  let waiting = new Map<SpanKind, number>()
  let brackets: number[] = []
  let cover: Cover | undefined

  const pair = (open: number, close: number) => {
    partners[open] = close
    partners[close] = open
    for (const [kind, index] of waiting) if (index >= open) waiting.delete(kind)
    while (brackets.length > 0 && brackets.at(-1)! >= open) brackets.pop()
  }

  for (const [index, token] of tokens.entries()) {
    if (token.type === 'span' && token.covers === 'from') {
      cover = { open: index, waiting, brackets, kinds: new Set(['spoiler']) }
      waiting = new Map()
      brackets = []
    } else if (cover && token.type === 'span' && token.covers === 'to') {
      pair(cover.open, index)
      waiting = cover.waiting
      for (const kind of waiting.keys()) if (cover.kinds.has(kind)) waiting.delete(kind)
      brackets = cover.kinds.has('link') ? [] : cover.brackets
      cover = undefined
    } else if (token.type === 'span') {
      const open = waiting.get(token.kind)
      if (token.closes && open !== undefined) {
        pair(open, index)
        cover?.kinds.add(token.kind)
      } else if (token.opens) waiting.set(token.kind, index)
    } else if (token.type === 'bracket-open') {
      brackets.push(index)
    } else if (token.type === 'bracket-close') {
      brackets.pop()
    } else if (token.type === 'link-end') {
      const open = brackets.pop()
      if (open === undefined || open === index - 1) continue
      pair(open, index)
      cover?.kinds.add('link')
      // A bracket around a link can begin no link itself.
      brackets = []
    }
  }
  return { partners, waiting }
}

function buildTree(tokens: readonly InlineToken[], partners: Int32Array): Inline[] {
  const parents: Inline[][] = []
  let siblings: Inline[] = []
  /** Links contain no other. */
  let isInLink = false
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'bare-link') {
      const text = { type: 'text', value: token.uri } as const
      appendNode(siblings, isInLink ? text : { type: 'link', uri: token.uri, children: [text] })
    } else if (!('raw' in token)) {
      appendNode(siblings, token)
    } else if (partners[index] === UNPAIRED) {
      appendNode(siblings, { type: 'text', value: token.raw })
    } else if (partners[index]! > index) {
      if (token.type === 'bracket-open') isInLink = true
      parents.push(siblings)
      siblings = []
    } else {
      if (token.type === 'link-end') isInLink = false
      const children = siblings
      siblings = parents.pop()!
      siblings.push(closedBy(token as LinkEnd | SpanMark, children))
    }
  }
  return siblings
}

function closedBy(mark: LinkEnd | SpanMark, children: Inline[]): Inline {
  return mark.type === 'span' ? { type: mark.kind, children } : { type: 'link', uri: mark.uri, children }
}

function appendNode(siblings: Inline[], node: Inline): void {
  const last = siblings.at(-1)
  if (node.type === 'text' && last?.type === 'text') {
    siblings[siblings.length - 1] = { type: 'text', value: last.value + node.value }
  } else {
    siblings.push(node)
  }
}
