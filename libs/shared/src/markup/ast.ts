export type SpanKind = 'emphasis' | 'spoiler' | 'strikethrough' | 'strong'
export type BlockKind = 'admin' | 'mod' | 'quote'

/**
 * Parsed markup. Blocks occur at the top or in blocks, never in spans; spans and links never contain their own kind. A
 * heading holds no blocks, an item of a list no others than lists.
 */
export interface Document {
  readonly children: readonly Node[]
  /** Whether an `[admin]` block is anywhere in the document. */
  readonly hasAdminBlock: boolean
  /** Lowercase ids of the users mentioned, each once, in order of appearance. */
  readonly mentions: readonly string[]
}

export type Node = Block | CodeBlock | Heading | Inline | Item | List

export interface Block {
  readonly type: BlockKind
  /** Whom a `[quote=name]` quotes, as written. */
  readonly name?: string
  readonly children: readonly Node[]
}

/** A heading of the first, second or third rank in its body. */
export interface Heading {
  readonly type: 'heading'
  readonly rank: 1 | 2 | 3
  readonly children: readonly Inline[]
}

export interface List {
  readonly type: 'list'
  /** The number of its first item; absent where they have none. */
  readonly first?: number
  readonly children: readonly Item[]
}

export interface Item {
  readonly type: 'item'
  /** Its number, if that does not follow the one before. */
  readonly value?: number
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
