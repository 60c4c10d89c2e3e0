import { type EmitOptions, emit } from './emit.ts'
import type { Grammar } from './grammar.ts'
import { parse } from './parse.ts'

export interface Rendered {
  readonly html: string
  readonly hasAdminBlock: boolean
  readonly mentions: readonly string[]
}

/**
 * A source to its HTML in one step.
 *
 * @throws MarkupError where the source is not markup of this grammar
 * @throws RenderTooLarge where its HTML is longer than the limit
 */
export function render(source: string, grammar: Grammar, options?: EmitOptions): Rendered {
  const document = parse(source, grammar)
  return {
    html: emit(document, options),
    hasAdminBlock: document.hasAdminBlock,
    mentions: document.mentions,
  }
}
