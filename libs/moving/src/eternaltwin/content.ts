import type { Snapshot } from '@agora/shared/database/snapshot'
import type { LineOf } from '../format/lines.ts'
import { type RevisionRow, readRevisions, readSections } from './store-forum.ts'

const EPOCH = new Date(0)
const iso = (time: Date | null) => (time ?? EPOCH).toISOString()

export async function* linesOfSections(source: Snapshot): AsyncGenerator<LineOf<'section'>> {
  let order = 0
  for await (const { id, key, created_at, display_name, locale } of readSections(source))
    yield {
      type: 'section',
      id,
      ...(key === null ? {} : { key }),
      display_name,
      locale,
      order: order++,
      created_at: iso(created_at),
    }
}

/** Threads, each with its posts and their edits. Its author is that of its first post. */
export async function* linesOfForum(
  source: Snapshot,
): AsyncGenerator<LineOf<'thread'> | LineOf<'post'> | LineOf<'edit'>> {
  let thread: string | undefined
  let post: { id: string; author: string; edits: number } | undefined
  for await (const row of readRevisions(source)) {
    if (row.thread !== thread) yield threadLine(row)
    thread = row.thread
    if (row.post !== post?.id) {
      post = { id: row.post, author: row.author, edits: 0 }
      yield { type: 'post', id: row.post, thread, created_at: iso(row.posted_at), ...content(row) }
    } else {
      post.edits += 1
      const asRole = row.author !== post.author
      yield {
        type: 'edit',
        post: post.id,
        number: post.edits,
        as_role: asRole,
        time: iso(row.time),
        ...content(row),
      }
    }
  }
}

function threadLine(row: RevisionRow): LineOf<'thread'> {
  const { thread, thread_key, section, title, author, opened_at, is_pinned, is_locked } = row
  return {
    type: 'thread',
    id: thread,
    key: thread_key,
    section,
    title,
    author,
    created_at: iso(opened_at),
    is_pinned,
    is_locked,
  }
}

/** Marktwin is this markup. A block of a role is one where its author has the role, else text. */
const content = (row: RevisionRow) => ({
  author: row.author,
  author_role: roleIn(row),
  body: row.body,
  moderation: row.mod_body,
  comment: row.comment,
})

function roleIn({ body, is_administrator, is_moderator }: RevisionRow): 'Administrator' | 'Moderator' | null {
  const isOfRole = body !== null && /\[(?:admin|mod)\]/.test(body)
  if (!isOfRole) return null
  if (is_administrator) return 'Administrator'
  return is_moderator ? 'Moderator' : null
}
