import type { Schemas } from '@agora/client'
import { coverSpoilers } from '@agora/shared/markup/index'
import { html } from 'hono/html'
import { must } from '../../api.ts'
import type { Document } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { beginningOf } from '../../view/beginning.ts'
import { nameOf } from '../../view/parts.tsx'
import { wholePath } from '../reading/ways.ts'
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
  id: string
  title: string
  path: string
  entries: readonly Entry[]
  since: string
}

/**
 * A text, or the beginning of a long one with a link to the whole. Its spoilers are covered: readers of feeds do not know
 * the pages' style sheet.
 */
function textOf({ site, words }: Visit, body: string, whole: string): string {
  const beginning = beginningOf(body, TEXT_LENGTH)
  if (beginning === undefined) return coverSpoilers(body)
  return `${coverSpoilers(beginning)}${html`<p><a href="${site}${whole}">${words.post.readWhole}</a></p>`}`
}

/** An Atom feed (RFC 4287). */
function atom({ site, siteName, words }: Visit, { id, title, path, entries, since }: Feed): Document {
  const updated =
    entries
      .map((entry) => entry.updated)
      .sort()
      .at(-1) ?? since
  const element = (name: string, text: string, attributes = '') =>
    `<${name}${attributes}>${xmlText(text)}</${name}>`
  const link = (rel: string, to: string) => `<link rel="${rel}" href="${xmlText(`${site}${to}`)}"/>`
  const body = [
    element('id', `urn:uuid:${id}`),
    element('title', `${title} – ${siteName}`),
    element('updated', updated),
    link('self', `${path}/feed.atom`),
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

export const sectionFeed: Reader = async (visit, { section: ref = '' }) => {
  const section = await must(
    visit.api.GET('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: ref }, query: { limit: LENGTH } },
    }),
  )
  return atom(visit, {
    id: section.id,
    title: section.display_name,
    path: `/sections/${section.key}`,
    since: section.ctime,
    entries: section.threads.items.map(({ id, title, last_post: last }) => ({
      id,
      title,
      path: `/posts/${last.id}`,
      updated: last.ctime,
      author: last.author,
    })),
  })
}

export const threadFeed: Reader = async (visit, { thread: ref = '' }) => {
  const read = (offset: number, limit: number) =>
    must(
      visit.api.GET('/api/v1/forum/threads/{thread_ref}', {
        params: { path: { thread_ref: ref }, query: { offset, limit } },
      }),
    )
  const { count } = (await read(0, 0)).posts
  const thread = await read(Math.max(0, count - LENGTH), LENGTH)
  return atom(visit, {
    id: thread.id,
    title: thread.title,
    path: `/threads/${thread.id}`,
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
