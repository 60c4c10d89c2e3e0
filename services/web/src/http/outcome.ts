import type { Child } from 'hono/jsx'

export interface Crumb {
  href: string
  name: string
}

/** What a page is made of; the layout does the rest. */
export interface Page {
  kind: 'page'
  title: string
  body: Child
  status?: number
  /** From the front page to the page before this one. */
  crumbs?: readonly Crumb[]
  /** For whoever links here, in plain text. */
  description?: string
  /** The path by which this page is known, where it has others. */
  canonical?: string
  feed?: string
  isIndexed?: boolean
  /** Names of modules in `static/` that make it nicer. */
  scripts?: readonly string[]
  /** Whether the caller moderates here. */
  moderates?: boolean
  /** Stands beside the title. */
  aside?: Child
  /** The title stands in the body. */
  isOwnHeading?: boolean
  headers?: Record<string, string>
}

export interface Redirect {
  kind: 'redirect'
  to: string
  cookies?: readonly string[]
}

/** Anything that is no page: a feed, a list of addresses. */
export interface Document {
  kind: 'document'
  type: string
  text: string
  headers?: Record<string, string>
}

export type Outcome = Page | Redirect | Document

export const page = (
  title: string,
  body: Child,
  more: Partial<Omit<Page, 'kind' | 'title' | 'body'>> = {},
): Page => ({
  kind: 'page',
  title,
  body,
  ...more,
})

/** To a path of this site. */
export const redirect = (to: string, cookies: readonly string[] = []): Redirect => ({
  kind: 'redirect',
  to,
  cookies,
})
