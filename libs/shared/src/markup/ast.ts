export type SpanKind = 'emphasis' | 'spoiler' | 'strikethrough' | 'strong'
export type BlockKind = 'admin' | 'mod' | 'quote'

/**
 * Parsed markup. Blocks occur at the top or in blocks, never in spans; spans and links never contain their own kind.
 */
export interface Document {
  readonly children: readonly Node[]
  /** Whether an `[admin]` block is anywhere in the document. */
  readonly hasAdminBlock: boolean
  /** Lowercase ids of the users mentioned, each once, in order of appearance. */
  readonly mentions: readonly string[]
}

export type Node = Block | CodeBlock | Inline

export interface Block {
  readonly type: BlockKind
  /** Whom a `[quote=name]` quotes, as written. */
  readonly name?: string
  readonly children: readonly Node[]
}

/** Fenced code: its lines joined by `\n`, without the fence. */
export interface CodeBlock {
  readonly type: 'code-block'
  readonly language?: string
  readonly value: string
}

export type Inline = Code | Icon | LineBreak | Link | Mention | Picture | Span | Text

export interface Code {
  readonly type: 'code'
  readonly value: string
}

export interface Icon {
  readonly type: 'icon'
  readonly key: string
}

export interface LineBreak {
  readonly type: 'line-break'
}

export interface Link {
  readonly type: 'link'
  readonly uri: string
  readonly children: readonly Inline[]
}

export interface Mention {
  readonly type: 'mention'
  readonly userId: string
}

/** A picture of the author's own, with its size in pixels. */
export interface Picture {
  readonly type: 'picture'
  /** In lowercase. */
  readonly id: string
  /** What stands for it where it is not seen. */
  readonly alt: string
  readonly width: number
  readonly height: number
}

export interface Span {
  readonly type: SpanKind
  readonly children: readonly Inline[]
}

export interface Text {
  readonly type: 'text'
  readonly value: string
}
