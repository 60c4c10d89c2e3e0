import type { Kind } from '../format/lines.ts'

/** Where a link of the old forum led, to be told once it is known what that has become. */
export interface LinkEnd {
  readonly kind: Exclude<Kind, 'user'>
  readonly oldId: string
  /** What it is until then. */
  readonly address: string
  /** The link says its address, and nothing else. */
  readonly isBare: boolean
}

/** A member who is named. */
export interface Naming {
  readonly kind: 'user'
  readonly oldId: string
  /** Markup that says the same of a member who is not known. */
  readonly text: string
}

/** Markup, but for what depends on what else has come. */
export type Piece = string | LinkEnd | Naming

export interface Converted {
  readonly pieces: readonly Piece[]
  /** How many images have become links. */
  readonly images: number
}

/** How the bodies of a forum name what it holds. */
export interface Dialect {
  /** What relative addresses are relative to. */
  readonly base: string
  /** What an address leads to, if it is the old forum's. */
  target(address: string): { kind: Kind; oldId: string } | undefined
  /** The member whom `@name` means, if any. */
  named?(name: string): string | undefined
}

const IMPORTED = /^imported:(user|section|thread|post):([A-Za-z0-9._~:@-]{1,128})$/

/** Of NDJSON: `imported:post:123` leads to what was the post 123. */
export const plainDialect = (source: string): Dialect => ({
  base: `https://${source}.invalid/`,
  target: (address) => {
    const [, kind, oldId] = IMPORTED.exec(address) ?? []
    return kind && oldId ? { kind: kind as Kind, oldId } : undefined
  },
})
