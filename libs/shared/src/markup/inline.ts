import type { Inline, SpanKind } from './ast.ts'
import type { InlineToken, LinkEnd, SpanMark } from './tokens.ts'

const UNPAIRED = -1

/** Spans, links and text of one stretch without blocks. Marks that find no partner become text. */
export function parseInline(tokens: readonly InlineToken[]): Inline[] {
  return buildTree(tokens, pairMarks(tokens))
}

/**
 * For every token the index of its partner. Pairs never cross. Of each kind one opening mark waits at a time, the newest,
 * so that spans never nest in their own kind: the tree is at most as deep as there are kinds.
 */
export function pairMarks(tokens: readonly InlineToken[]): Int32Array {
  const partners = new Int32Array(tokens.length).fill(UNPAIRED)
  const waiting = new Map<SpanKind, number>()
  let brackets: number[] = []

  const pair = (open: number, close: number) => {
    partners[open] = close
    partners[close] = open
    for (const [kind, index] of waiting) if (index >= open) waiting.delete(kind)
    while (brackets.length > 0 && brackets.at(-1)! >= open) brackets.pop()
  }

  for (const [index, token] of tokens.entries()) {
    if (token.type === 'span') {
      const open = waiting.get(token.kind)
      if (token.closes && open !== undefined) pair(open, index)
      else if (token.opens) waiting.set(token.kind, index)
    } else if (token.type === 'bracket-open') {
      brackets.push(index)
    } else if (token.type === 'bracket-close') {
      brackets.pop()
    } else if (token.type === 'link-end') {
      const open = brackets.pop()
      if (open === undefined || open === index - 1) continue
      pair(open, index)
      // A bracket around a link can begin no link itself.
      brackets = []
    }
  }
  return partners
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
