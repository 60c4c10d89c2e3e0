import type { Transaction } from '@agora/shared/database/sql'
import { readKnownUsers } from '@agora/shared/users/known-users'
import pg from 'pg'
import { importedId } from '../ids.ts'
import { type Accepted, acceptAll, mentionedBy } from './accept.ts'
import { takeActs } from './acts.ts'
import type { Batch, WithBody } from './batch.ts'
import type { ImportContext } from './context.ts'
import { writeEdits } from './edits.ts'
import { takeGroups } from './groups.ts'
import { takePictures } from './pictures.ts'
import { writePosts } from './posts.ts'
import { References } from './references.ts'
import { Report } from './report.ts'
import { takeSections } from './sections.ts'
import { commitWithoutFlush } from './store-progress.ts'
import { readCategories } from './store-threads.ts'
import { acceptThreads } from './threads.ts'
import { standInAuthor, takeUsers } from './users.ts'

/** A serialization failure, and a deadlock with a request. */
const worthAnotherAttempt = new Set(['40001', '40P01'])
const ATTEMPTS = 5

/** A batch whose bodies are rendered, with what it refers to. */
export interface PreparedBatch {
  readonly batch: Batch
  readonly references: References
  readonly threads: Awaited<ReturnType<typeof acceptThreads>>
  readonly posts: Accepted<'post'>[]
  readonly edits: Accepted<'edit'>[]
  readonly report: Report
}

/**
 * Prepares a batch, while the one `before` it may still be written. Its members and sections are stored, in transactions
 * of their own. Existing content is skipped, so that all of it can be repeated.
 */
export function prepareBatch(
  context: ImportContext,
  batch: Batch,
  before?: References,
): Promise<PreparedBatch> {
  return repeatedly(() => prepareOnce(context, batch, before))
}

/** Writes a batch in one transaction, ending with `finish`. */
export function writeBatch(
  context: ImportContext,
  prepared: PreparedBatch,
  finish: (tx: Transaction, report: Report) => Promise<void>,
): Promise<Report> {
  let next: PreparedBatch | undefined = prepared
  return repeatedly(async () => {
    const { batch, references, threads, posts, edits, report } =
      next ?? (await prepareOnce(context, prepared.batch))
    next = undefined
    await context.db.transaction(async (tx) => {
      await commitWithoutFlush(tx)
      await writePosts(context, tx, threads, posts, references, report)
      await writeEdits(context, tx, edits, references, report)
      await takeActs(batch.lines, context, tx, references, report)
      await finish(tx, report)
    })
    return report
  })
}

async function repeatedly<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const isTransient = error instanceof pg.DatabaseError && worthAnotherAttempt.has(error.code ?? '')
      if (!isTransient || count === ATTEMPTS) throw error
    }
  }
}

async function prepareOnce(
  context: ImportContext,
  batch: Batch,
  before?: References,
): Promise<PreparedBatch> {
  const { db, source } = context
  const report = new Report()
  const references = new References()
  const { lines } = batch
  batch.wantAll(references)
  await references.load(db, source, before)
  await takeGroups(context, lines.group, report)
  await takeSections(context, lines.section, references, report)
  await takeUsers(context, lines.user, references, report)
  if (nameUnknownAuthors(lines, references, report)) references.standIn = await standInAuthor(context)

  const sectionIds = lines.thread.flatMap(({ line }) => references.id('section', line.section) ?? [])
  const categories = await readCategories(db, sectionIds)
  const threads = await acceptThreads(context, lines.thread, categories, references, report)
  const placed = acceptPlaced(context, lines.post, references, report)
  const known = acceptKnown(lines.edit, references, report)
  const mentioned = await readKnownUsers(db, mentionedBy([...placed, ...known], references))
  const names = new Map(mentioned.map(({ id, displayName }) => [id, displayName]))
  const nameOf = (id: string) => names.get(id)
  const pictures = await takePictures(context, placed, known, references)
  const posts = await acceptAll(context, placed, references, { nameOf, pictures }, report)
  const edits = await acceptAll(context, known, references, { nameOf, pictures }, report)
  // The next batch must not refer to what was rejected.
  const accepted = new Set(posts.map(({ line }) => line.id))
  for (const { line } of placed) if (!accepted.has(line.id)) references.forget('post', line.id)
  return { batch, references, threads, posts, edits, report }
}

/** Notes which authors are unknown; whether there are any. */
function nameUnknownAuthors(lines: Batch['lines'], references: References, report: Report): boolean {
  const unknown = [...lines.thread, ...lines.post, ...lines.edit].filter(
    ({ line }) => references.id('user', line.author) === undefined,
  )
  for (const { number, line } of unknown)
    report.note(number, `its author ${line.author ?? ''} is unknown: a deleted member stands in`)
  return unknown.length > 0
}

/** Posts of known threads; later lines may refer to them. */
function acceptPlaced(
  { source }: ImportContext,
  posts: readonly WithBody<'post'>[],
  references: References,
  report: Report,
): WithBody<'post'>[] {
  return posts.filter(({ number, line }) => {
    const isPlaced = references.get('thread', line.thread) !== undefined
    if (!isPlaced) report.reject(number, `its thread ${line.thread} is unknown`)
    else if (!references.get('post', line.id)) {
      const id = importedId(source, 'post', line.id, Date.parse(line.created_at))
      references.set({ kind: 'post', oldId: line.id, id, wasHere: false })
    }
    return isPlaced
  })
}

function acceptKnown(
  edits: readonly WithBody<'edit'>[],
  references: References,
  report: Report,
): WithBody<'edit'>[] {
  return edits.filter(({ number, line }) => {
    const isKnown = references.get('post', line.post) !== undefined
    if (!isKnown) report.reject(number, `its post ${line.post} is unknown`)
    return isKnown
  })
}
