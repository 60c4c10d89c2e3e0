import type { Child } from 'hono/jsx'
import type { Allowances } from './policy.ts'

export interface Crumb {
  href: string
  name: string
  /** The language of a section's name, or of a title in it. */
  locale?: string | null | undefined
}

/** The content of a page; the layout adds the rest. */
export interface Page extends Allowances {
  kind: 'page'
  title: string
  /** The language of a title that somebody wrote in a section. */
  titleLocale?: string | null | undefined
  body: Child
  status?: number
  /** From the front page to the page before this one. */
  crumbs?: readonly Crumb[]
  /** The meta description, in plain text. */
  description?: string
  /** The page's canonical path, if it has several. */
  canonical?: string
  feed?: string
  /** The path of a picture of it, for those who show a link to it. */
  image?: string | undefined
  /** What it is in the words of schema.org. */
  data?: object | undefined
  isIndexed?: boolean
  /** Whether a member's browser may keep it, to show it as it was left when they go back: it shows what guests see (ADR 29). */
  mayBeKept?: boolean
  /** Modules in `static/` that enhance it. */
  scripts?: readonly string[]
  /** Plain scripts in `static/`, which run in this order once the page is there. */
  lateScripts?: readonly string[]
  /** Beside the title. */
  aside?: Child
  /** Continues at once to this address: of the site, or one that an application may send people to. */
  continueTo?: string
  /** A stylesheet of its own in `static/`. */
  stylesheet?: string
  /** Without the site's navigation: it does not lead anywhere from here. */
  isAlone?: boolean
  /** The body contains the title. */
  isOwnHeading?: boolean
  headers?: Record<string, string>
}

export interface Redirect {
  kind: 'redirect'
  to: string
  cookies?: readonly string[]
  /** Ends the browser's session: whatever its pages have kept in it goes as well. */
  endsSession?: boolean
  /** What was asked for is nowhere else but there. */
  isPermanent?: boolean
}

/** Anything but a page: a feed, a sitemap. It names the origin of the site, as a page does only if it is configured. */
export interface Document {
  kind: 'document'
  type: string
  text: string
}

export type Outcome = Page | Redirect | Document

export interface MorePage extends Partial<Omit<Page, 'kind' | 'title' | 'body'>> {
  /** Why a form on it was refused, whose status is the page's. */
  problem?: { status: number } | undefined
}

export const page = (title: string, body: Child, { problem, ...more }: MorePage = {}): Page => ({
  kind: 'page',
  title,
  body,
  ...(problem && { status: problem.status }),
  ...more,
})

/** To a path of this site. */
export const redirect = (to: string, cookies: readonly string[] = []): Redirect => ({
  kind: 'redirect',
  to,
  cookies,
})

/** To the one right address of what was asked for. */
export const movedTo = (to: string): Redirect => ({ ...redirect(to), isPermanent: true })

/** The same where the session has ended by it. */
export const leaveTo = (to: string, cookies: readonly string[]): Redirect => ({
  ...redirect(to, cookies),
  endsSession: true,
})
