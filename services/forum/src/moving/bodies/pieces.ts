import type { Kind } from '../format/lines.ts'

/** A link into the old forum, to be resolved once its target's new id is known. */
export interface LinkEnd {
  readonly kind: Exclude<Kind, 'user'>
  readonly oldId: string
  /** Where it leads until then. */
  readonly address: string
  /** The link's text is its address. */
  readonly isBare: boolean
}

/** A mention of a member. */
export interface Naming {
  readonly kind: 'user'
  readonly oldId: string
  /** Equivalent markup for a member who is unknown. */
  readonly text: string
}

/** Markup, or a reference that depends on what else is imported. */
export type Piece = string | LinkEnd | Naming

export interface Converted {
  readonly pieces: readonly Piece[]
  /** How many images have become links. */
  readonly images: number
  /** What could not be kept, for the report. */
  readonly losses: readonly string[]
}

/** How a forum's bodies refer to its content. */
export interface Dialect {
  /** The base of relative addresses. */
  readonly base: string
  /** The target of an address, if it is in the old forum. */
  target(address: string): { kind: Kind; oldId: string } | undefined
  /** Whether a single tilde is text in its Markdown. */
  readonly isStrict?: boolean
  /** The member whom `@name` means, if any. */
  named?(name: string): string | undefined
}

const IMPORTED = /^imported:(user|section|thread|post):([A-Za-z0-9._~:@-]{1,128})$/

/** For NDJSON: `imported:post:123` leads to what was post 123. */
export const plainDialect = (source: string): Dialect => ({
  base: `https://${source}.invalid/`,
  target: (address) => {
    const [, kind, oldId] = IMPORTED.exec(address) ?? []
    return kind && oldId ? { kind: kind as Kind, oldId } : undefined
  },
})
