import type { BlockKind, Code, CodeBlock, Icon, LineBreak, Mention, Picture, SpanKind, Text } from './ast.ts'

/** The tokenizer's output. A mark without a partner is shown as its `raw` text. */
export type Token = BlockClose | BlockOpen | CodeBlock | InlineToken | LineMark

export type InlineToken =
  | BareLink
  | BracketMark
  | Code
  | Icon
  | LineBreak
  | LinkEnd
  | Mention
  | Picture
  | SpanMark
  | Text

/** `[quote]` or `[quote=name]`. `at` is its place in the source. */
export interface BlockOpen {
  readonly type: 'block-open'
  readonly kind: BlockKind
  readonly name?: string
  readonly at: number
}

/** `[/quote]`. */
export interface BlockClose {
  readonly type: 'block-close'
  readonly kind: BlockKind
  readonly at: number
}

/** What a line begins with: `> `, `- `, `1. `, `# `, or the indentation of an item's further lines. */
export interface LineMark {
  readonly type: 'line-mark'
  /** The number of `> `. */
  readonly quotes: number
  /** Whether nothing else is on the line. */
  readonly isBlank: boolean
  /** What follows them, as written. */
  readonly raw: string
  /** The width of the blanks before the rest. */
  readonly indent: number
  readonly marker?: Marker
}

export type Marker =
  | { readonly type: 'heading'; readonly rank: 1 | 2 | 3 }
  /** `number` as written; undefined for `- `. */
  | { readonly type: 'item'; readonly number: number | undefined }

/** An address on its own: a link, but within another's text. */
export interface BareLink {
  readonly type: 'bare-link'
  readonly uri: string
}

/** A bracket that may belong to a link. */
export interface BracketMark {
  readonly type: 'bracket-open' | 'bracket-close'
  readonly raw: '[' | ']'
}

/** `](uri)`, the uri allowed. */
export interface LinkEnd {
  readonly type: 'link-end'
  readonly raw: string
  readonly uri: string
}

/** `**`, `_`, `~~` or `||`, with what its neighbours let it do. */
export interface SpanMark {
  readonly type: 'span'
  readonly kind: SpanKind
  readonly raw: string
  readonly opens: boolean
  readonly closes: boolean
  /** Which end of a spoiler across lines it is, decided before all other marks. */
  readonly covers?: 'from' | 'to'
}
