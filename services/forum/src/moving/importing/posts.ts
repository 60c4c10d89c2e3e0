import type { Transaction } from '@agora/shared/database/sql'
import { lockSections } from '../../areas/sections/store-tree.ts'
import type { Change } from '../../changes/change.ts'
import { recordChanges } from '../../changes/store.ts'
import { mayShowPictures } from '../../pictures/store.ts'
import { addToTallies } from '../../tallies/store.ts'
import { madeId } from '../ids.ts'
import type { Accepted } from './accept.ts'
import type { ImportContext } from './context.ts'
import type { References } from './references.ts'
import type { Report } from './report.ts'
import { noteImported } from './store-imported.ts'
import {
  countInSections,
  countVotes,
  insertPosts,
  type NewPost,
  notePending,
  readPostIds,
} from './store-posts.ts'
import {
  insertThreads,
  keepThreads,
  lockThreads,
  type NewThread,
  readThreadIds,
  takeKeptThreads,
  updateThreads,
} from './store-threads.ts'
import { Tallies } from './tallies.ts'
import { addToThread, type ThreadState } from './thread-state.ts'

type Opening = NewThread & ThreadState

/** Opens threads with their first posts and adds posts to those that there are, and all that is counted with them. */
export async function writePosts(
  context: ImportContext,
  tx: Transaction,
  threads: readonly (NewThread & { oldId: string })[],
  posts: readonly Accepted<'post'>[],
  references: References,
  report: Report,
): Promise<void> {
  const { source, reaction } = context
  const fresh = await freshThreads(tx, source, threads, report)
  const written = await freshPosts(source, tx, posts, references, report)
  const threadIds = [...new Set(written.map(({ line }) => references.id('thread', line.thread)!))]
  for (const thread of await takeKeptThreads(tx, threadIds)) fresh.set(thread.id, thread)

  const opening = new Map<string, Opening>()
  for (const id of threadIds) {
    const thread = fresh.get(id)
    if (thread) opening.set(id, { ...thread, ...unwritten })
    fresh.delete(id)
  }
  // As requests lock: threads, sections, what is unread, tallies.
  const present = await lockThreads(tx, threadIds)
  const sectionIds = [...new Set([...opening.values()].map(({ sectionId }) => sectionId))]
  const categories = await lockSections(tx, sectionIds)
  if (categories.size > 0) throw new Error('a section has become a category meanwhile: import again')
  const states = new Map<string, ThreadState>([...opening, ...present.map((one) => [one.id, one] as const)])

  const { rows, tallies, sections } = addPosts(written, states, references, report)
  for (const one of opening.values()) {
    tallies.addThread(one)
    const section = sections.get(one.sectionId)!
    if (!one.isDeleted) section.opened += 1
  }
  const [change, ...changes] = importedInto(rows, states)
  if (change) {
    const recorded = await recordChanges(tx, [change, ...changes])
    if (present.length > 0) await updateThreads(recorded, present)
    await countInSections(tx, [...sections.values()])
    for (const [listing, counts] of tallies.changes) await addToTallies(tx, listing, counts)
    if (opening.size > 0) await insertThreads(recorded, [...opening.values()])
    await insertPosts(recorded, rows)
  }
  if (fresh.size > 0) await keepThreads(tx, [...fresh.values()])
  if (reaction !== undefined) await countVotes(tx, reaction, votesFor(written, rows))
  const pending = written.flatMap(({ pending, revisionId }) =>
    pending.map(({ kind, oldId, address }) => ({ revisionId, kind, oldId, address })),
  )
  if (pending.length > 0) await notePending(tx, source, pending)
  report.take('post', rows.length)
}

/** One change for each thread, however many posts were imported into it. */
function importedInto(posts: readonly NewPost[], states: ReadonlyMap<string, ThreadState>): Change[] {
  const changes = new Map<string, Change & { kind: 'ThreadImported' }>()
  for (const { threadId: thread, position, html } of posts) {
    const { sectionId: section } = states.get(thread)!
    const known = changes.get(thread)
    const pictures = known?.pictures || mayShowPictures(html)
    const from = known?.position ?? position
    changes.set(thread, { kind: 'ThreadImported', section, thread, position: from, actor: null, pictures })
  }
  return [...changes.values()]
}

/** The votes for posts that are written. */
function votesFor(posts: readonly FreshPost[], rows: readonly NewPost[]): { id: string; votes: number }[] {
  const written = new Set(rows.map(({ id }) => id))
  return posts.flatMap(({ id, line: { votes } }) =>
    written.has(id) && votes && votes.up > 0 ? [{ id, votes: votes.up }] : [],
  )
}

const unwritten = {
  postCount: 0,
  announcementCount: 0,
  lastPostId: null,
  lastPostAt: null,
  lastPostAuthorId: null,
  lastPostRole: null,
  lastOtherPostAt: null,
}

async function freshThreads(
  tx: Transaction,
  source: string,
  threads: readonly (NewThread & { oldId: string })[],
  report: Report,
): Promise<Map<string, NewThread>> {
  if (threads.length === 0) return new Map()
  const noted = await noteImported(
    tx,
    source,
    threads.map(({ oldId, id }) => ({ kind: 'thread', oldId, id, wasHere: false })),
  )
  const there = await readThreadIds(
    tx,
    threads.map(({ id }) => id),
  )
  const fresh = threads.filter(({ oldId, id }) => noted.has(oldId) && !there.has(id))
  report.take('thread', fresh.length)
  report.pass('thread', threads.length - fresh.length)
  return new Map(fresh.map(({ oldId: _, ...thread }) => [thread.id, thread]))
}

type FreshPost = Accepted<'post'> & { id: string; ctime: string; revisionId: string }

async function freshPosts(
  source: string,
  tx: Transaction,
  posts: readonly Accepted<'post'>[],
  references: References,
  report: Report,
): Promise<FreshPost[]> {
  const made = new Map<string, FreshPost>()
  for (const post of posts) {
    const ms = Date.parse(post.line.created_at)
    const id = references.id('post', post.line.id)!
    // The first of two with one id counts.
    if (made.has(id)) continue
    made.set(id, {
      id,
      ctime: new Date(ms).toISOString(),
      revisionId: madeId([id, 0], ms),
      ...post,
    })
  }
  const all = [...made.values()]
  const noted = await noteImported(
    tx,
    source,
    all.map(({ line, id }) => ({ kind: 'post', oldId: line.id, id, wasHere: false })),
  )
  const kept = all.flatMap(({ line, id }) => (line.id.toLowerCase() === id ? [id] : []))
  const there = kept.length > 0 ? await readPostIds(tx, kept) : new Set()
  const fresh = all.filter(({ line, id }) => noted.has(line.id) && !there.has(id))
  report.pass('post', posts.length - fresh.length)
  return fresh
}

function addPosts(
  posts: readonly FreshPost[],
  states: ReadonlyMap<string, ThreadState>,
  references: References,
  report: Report,
) {
  const rows: NewPost[] = []
  const tallies = new Tallies()
  const sections = new Map<string, { id: string; opened: number }>()
  for (const { number, line, id, ctime, revisionId, authorId, body } of posts) {
    const thread = states.get(references.id('thread', line.thread)!)
    if (!thread) {
      report.reject(number, `its thread ${line.thread} is no longer here`)
      continue
    }
    const { author_role: authorRole = null, moderation = null, comment = null } = line
    const hasAdminBlock = body?.hasAdminBlock ?? false
    const position = addToThread(thread, { id, ctime, authorId, authorRole, hasAdminBlock })
    const { html = null, source = null } = body ?? {}
    const about = { id, threadId: thread.id, position, ctime, authorId, authorRole, revisionId }
    rows.push({ html, source, hasAdminBlock, moderation, comment, ...about })
    tallies.addPost(thread, authorId)
    if (!sections.has(thread.sectionId)) sections.set(thread.sectionId, { id: thread.sectionId, opened: 0 })
  }
  return { rows, tallies, sections }
}
