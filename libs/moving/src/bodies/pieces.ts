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

/** What a line begins with, which is no text. */
export interface LineMarker {
  readonly kind: 'marker'
  readonly text: string
}

/** A picture that was uploaded to the old forum. */
export interface Uploaded {
  readonly kind: 'picture'
  /** Its path within the folder of uploads. */
  readonly file: string
  /** What it shows, in words. */
  readonly alt: string
  /** A link to its old address, for where it is not imported. */
  readonly text: string
}

/** Markup, or a reference that depends on what else is imported. */
export type Piece = string | LinkEnd | Naming | Uploaded

/** A piece of a line while it is written. */
export type Written = LineMarker | Piece

export interface Converted {
  readonly pieces: readonly Piece[]
  /** How many images have become links, or pictures where they are uploads that are imported. */
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
  /** Whether HTML in its Markdown is shown as it is typed. */
  readonly showsTags?: boolean
  /** The member whom `@name` means, if any. */
  named?(name: string): string | undefined
  /** The file of the old forum's uploads that an address means, if any; left out where they are not imported. */
  upload?(address: string): string | undefined
}

/** NodeBB's addresses of uploads, those of its early versions too. */
const UPLOADS = /^(?:assets\/)?uploads\/(.+)$/

/** The file of the uploads that an address below this base means, whatever its scheme. */
function uploadBelow(base: string, address: string): string | undefined {
  const [url, root] = [new URL(address), new URL(base)]
  if (url.host !== root.host || !url.pathname.startsWith(root.pathname)) return undefined
  const [, written] = UPLOADS.exec(url.pathname.slice(root.pathname.length)) ?? []
  try {
    return written && decodeURIComponent(written)
  } catch {
    return undefined
  }
}

const IMPORTED = /^(?:imported|quoted):(user|section|thread|post):([A-Za-z0-9._~:@-]{1,128})$/

/**
 * For NDJSON: `imported:post:123` leads to what was post 123, as does `quoted:post:123`, whose text is no link once that turns out not
 * to be imported.
 */
export const plainDialect = (source: string): Dialect => ({
  base: `https://${source}.invalid/`,
  target: (address) => {
    const [, kind, oldId] = IMPORTED.exec(address) ?? []
    return kind && oldId ? { kind: kind as Kind, oldId } : undefined
  },
})

/** The same dialect, which knows the forum's uploads. */
export const withUploads = (dialect: Dialect): Dialect => ({
  ...dialect,
  upload: (address) => uploadBelow(dialect.base, address),
})
