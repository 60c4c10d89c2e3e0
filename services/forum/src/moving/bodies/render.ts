import { emit, type Grammar, MarkupError, parse, RenderTooLarge } from '@agora/shared/markup/index'
import { grammarFor } from '../../areas/sections/grammar.ts'
import type { Role } from '../../authority/role.ts'
import type { Body } from '../../bodies.ts'
import { LONGEST_TEXT } from '../../schemas.ts'
import { escapeText, withoutControls } from './escape.ts'

/** The markup that an author could use in their role. */
export function grammarOf(role: Role | null, icons: readonly string[]): Grammar {
  return grammarFor({ role: role ?? undefined, canModerate: role !== null }, icons)
}

/** A body as it is stored, or why it cannot be. */
export function renderSource(
  source: string,
  grammar: Grammar,
  nameOf: (id: string) => string | undefined,
): Body | string {
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

const CUT = '…'
/** Each character may need escaping. */
const KEPT = LONGEST_TEXT / 2 - CUT.length

/** The text of a body that is too long or too complex, as far as it fits. */
export function plainSource(body: string): string {
  const text = withoutControls(body)
  const end = /[\uD800-\uDBFF]$/.test(text.slice(0, KEPT)) ? KEPT - 1 : KEPT
  return escapeText(text.length > KEPT ? text.slice(0, end) + CUT : text)
}
