import type { Schemas } from '@agora/client'
import { coverSpoilers } from '@agora/shared/markup/index'
import { html } from 'hono/html'
import { maybe, must } from '../../api.ts'
import type { Document } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { beginningOf } from '../../view/beginning.ts'
import { beginnings } from '../../view/content.tsx'
import { nameOf } from '../../view/parts.tsx'
import { threadPath, wholePath } from '../reading/addresses.ts'
import { xmlText } from './xml.ts'

/** The number of entries in a feed. */
const LENGTH = 20
/** How much of a text is in a feed, in characters of its HTML. */
const TEXT_LENGTH = 8_192
const XML = '<?xml version="1.0" encoding="utf-8"?>\n'

interface Entry {
  id: string
  title: string
  path: string
  updated: string
  author: Schemas['ForumActor']
  /** HTML. */
  content?: string | null
}

interface Feed {
  /** A URI. */
  id: string
  title: string
  /** The path of the page that it follows. */
  path: string
  feedPath: string
  entries: readonly Entry[]
  since: string
}

/** Readers of feeds may know no address but that of the feed. */
const absolute = (body: string, site: string) => body.replaceAll('<img src="/', `<img src="${site}/`)

/**
 * A text, or the beginning of a long one with a link to the whole. Its spoilers are covered: readers of feeds do not know
 * the pages' style sheet.
 */
function textOf({ site, words }: Visit, body: string, whole: string): string {
  const beginning = beginningOf(body, TEXT_LENGTH)
  if (beginning === undefined) return absolute(coverSpoilers(body), site)
  return `${absolute(coverSpoilers(beginning), site)}${html`<p><a href="${site}${whole}">${words.post.readWhole}</a></p>`}`
}

/** An Atom feed (RFC 4287). */
function atom(
  { site, siteName, words }: Visit,
  { id, title, path, feedPath, entries, since }: Feed,
): Document {
  const updated =
    entries
      .map((entry) => entry.updated)
      .sort()
      .at(-1) ?? since
  const element = (name: string, text: string, attributes = '') =>
    `<${name}${attributes}>${xmlText(text)}</${name}>`
  const link = (rel: string, to: string) => `<link rel="${rel}" href="${xmlText(`${site}${to}`)}"/>`
  const body = [
    element('id', id),
    element('title', title === siteName ? title : `${title} – ${siteName}`),
    element('updated', updated),
    link('self', feedPath),
    link('alternate', path),
    ...entries.flatMap((entry) => [
      '<entry>',
      element('id', `urn:uuid:${entry.id}`),
      element('title', entry.title),
      element('updated', entry.updated),
      link('alternate', entry.path),
      '<author>',
      element('name', entry.author.user ? nameOf(entry.author.user) : words.aModerator),
      '</author>',
      ...(entry.content == null ? [] : [element('content', entry.content, ' type="html"')]),
      '</entry>',
    ]),
  ]
  return {
    kind: 'document',
    type: 'application/atom+xml; charset=utf-8',
    text: `${XML}<feed xmlns="http://www.w3.org/2005/Atom">${body.join('')}</feed>\n`,
  }
}

type Thread = Schemas['ForumSectionPage']['threads']['items'][number]

/** Threads with the texts of their last posts. */
const entriesOf = (visit: Visit, threads: readonly Thread[]): Promise<Entry[]> =>
  Promise.all(
    threads.map(async ({ id, title, last_post: last }) => ({
      id,
      title,
      path: `/posts/${last.id}`,
      updated: last.ctime,
      author: last.author,
      content: await lastTextOf(visit, last.id),
    })),
  )

/** What a post says now; null if it is hidden, or gone since it was listed. */
async function lastTextOf(visit: Visit, post: string): Promise<string | null> {
  const read = (offset: number) =>
    maybe(
      visit.api.GET('/api/v1/forum/posts/{post_ref}', {
        params: { path: { post_ref: post }, query: { offset, limit: 1 } },
        ...beginnings,
      }),
    )
  const first = await read(0)
  const count = first?.revisions.count ?? 0
  const last = count > 1 ? await read(count - 1) : first
  const html = last?.revisions.items[0]?.content?.html
  return html === undefined ? null : textOf(visit, html, wholePath(post))
}

const readSection = ({ api }: Visit, ref: string) =>
  must(
    api.GET('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: ref }, query: { limit: LENGTH } },
    }),
  )

/** The threads with the newest posts of the whole site. */
export const siteFeed: Reader = async (visit) => {
  const params = { query: { of: 'Latest', limit: LENGTH } } as const
  const { items } = await must(visit.api.GET('/api/v1/forum/threads', { params }))
  return atom(visit, {
    id: `${visit.site}/`,
    title: visit.siteName,
    path: '/',
    feedPath: '/feed.atom',
    since: new Date(0).toISOString(),
    entries: await entriesOf(visit, items),
  })
}

export const sectionFeed: Reader = async (visit, { section: ref = '' }) => {
  const section = await readSection(visit, ref)
  return atom(visit, {
    id: `urn:uuid:${section.id}`,
    title: section.display_name,
    path: `/sections/${section.key}`,
    feedPath: `/sections/${section.key}/feed.atom`,
    since: section.ctime,
    entries: await entriesOf(visit, section.threads.items),
  })
}

export const threadFeed: Reader = async (visit, { thread: ref = '' }) => {
  const read = (offset: number, limit: number) =>
    must(
      visit.api.GET('/api/v1/forum/threads/{thread_ref}', {
        params: { path: { thread_ref: ref }, query: { offset, limit } },
        ...beginnings,
      }),
    )
  const { count } = (await read(0, 0)).posts
  const thread = await read(Math.max(0, count - LENGTH), LENGTH)
  return atom(visit, {
    id: `urn:uuid:${thread.id}`,
    title: thread.title,
    path: threadPath(thread),
    feedPath: `/threads/${thread.id}/feed.atom`,
    since: thread.ctime,
    entries: thread.posts.items.toReversed().map(({ id, author, revisions: { last } }) => ({
      id,
      title: thread.title,
      path: `/posts/${id}`,
      updated: last.time,
      author,
      content: last.content && textOf(visit, last.content.html, wholePath(id)),
    })),
  })
}
