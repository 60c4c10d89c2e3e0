import { escapeText, withoutControls } from '@agora/moving/bodies/escape'
import type { Role } from '@agora/shared/contracts/roles'
import {
  type Document,
  emit,
  type Grammar,
  MAX_HTML_LENGTH,
  MarkupError,
  type MarkupFault,
  type Node,
  parse,
  RenderTooLarge,
} from '@agora/shared/markup/index'
import { grammarFor } from '../../areas/sections/grammar.ts'
import type { Body } from '../../bodies/render.ts'
import { LONGEST_TEXT } from '../../resources/schemas.ts'

type NameOf = (id: string) => string | undefined

/** The markup that an author could use in their role. */
export function grammarOf(role: Role | null, icons: readonly string[]): Grammar {
  return grammarFor({ role: role ?? undefined, canModerate: role !== null }, icons)
}

/** A body as it is stored, or why it cannot be. */
export function renderSource(source: string, grammar: Grammar, nameOf: NameOf): Body | string {
  if (source.length > LONGEST_TEXT) return `its body is longer than ${LONGEST_TEXT} characters`
  try {
    const document = parse(source, grammar)
    return { source, html: emit(document, { mention: nameOf }), hasAdminBlock: document.hasAdminBlock }
  } catch (error) {
    if (error instanceof MarkupError) return `its body is not valid markup: ${error.fault} at ${error.offset}`
    if (error instanceof RenderTooLarge) return 'its body is too long once rendered'
    throw error
  }
}

/** Each is found by reading the source once more. */
const MAX_REFUSED = 64
const REFUSED_BLOCKS = new Set<MarkupFault>([
  'block-denied',
  'block-not-closed',
  'block-not-opened',
  'block-too-deep',
])

/**
 * A source whose refused blocks are text: those that the author may not write, and those that are not whole. Undefined if it has none, or
 * more than are worth it.
 */
export function withoutRefusedBlocks(source: string, grammar: Grammar): string | undefined {
  let mended = source
  for (let count = 0; count <= MAX_REFUSED; count++) {
    try {
      parse(mended, grammar)
      return count === 0 ? undefined : mended
    } catch (error) {
      if (!(error instanceof MarkupError)) throw error
      if (!REFUSED_BLOCKS.has(error.fault)) return undefined
      mended = `${mended.slice(0, error.offset)}\\${mended.slice(error.offset)}`
    }
  }
  return undefined
}

/** The text of a body that is too long or too complex, without its marks, as far as it fits. */
export function plainSource(source: string, grammar: Grammar, nameOf: NameOf): string {
  const text = textOf(source, grammar, nameOf)
  const end = fittingLength(text)
  return escapeText(end < text.length ? text.slice(0, end).trimEnd() + CUT : text)
}

const BLOCKS = new Set<Node['type']>(['admin', 'heading', 'item', 'mod', 'quote'])

/** What a reader sees of markup; of what is none, the source itself. */
function textOf(source: string, grammar: Grammar, nameOf: NameOf): string {
  const plain = withoutControls(source).toWellFormed()
  let document: Document
  try {
    document = parse(plain, grammar)
  } catch (error) {
    if (error instanceof MarkupError) return plain.trim()
    throw error
  }
  const said: string[] = []
  const addAll = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if ('children' in node) {
        const isBlock = BLOCKS.has(node.type)
        if (isBlock) said.push('\n')
        addAll(node.children)
        if (isBlock) said.push('\n')
      } else if (node.type === 'line-break') said.push('\n')
      else if (node.type === 'icon') said.push(`:${node.key}:`)
      else if (node.type === 'mention') said.push(`@${nameOf(node.userId) ?? node.userId}`)
      else if (node.type === 'picture') said.push(node.alt)
      else said.push(node.type === 'code-block' ? `\n${node.value}\n` : node.value)
    }
  }
  addAll(document.children)
  return said.join('').trim()
}

const CUT = '…'
const IN_HTML: Readonly<Record<string, number>> = { '&': 5, '<': 4, '>': 4, '\n': 4 }
const ESCAPED = '\\`[]*~|_@'

/** How much of a text fits, escaped and rendered. */
function fittingLength(text: string): number {
  let source = CUT.length
  let html = CUT.length
  let end = 0
  for (const character of text) {
    source += character.length + (ESCAPED.includes(character) ? 1 : 0)
    html += IN_HTML[character] ?? character.length
    if (source > LONGEST_TEXT || html > MAX_HTML_LENGTH) return end
    end += character.length
  }
  return end
}
