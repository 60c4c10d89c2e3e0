import type { Transaction } from '@agora/shared/database/sql'
import { recordRewrites } from '../../changes/store.ts'
import { mayShowPictures } from '../../pictures/store.ts'
import { madeId } from '../ids.ts'
import type { Accepted } from './accept.ts'
import type { ImportContext } from './context.ts'
import type { References } from './references.ts'
import type { Report } from './report.ts'
import { type EditedPost, insertEdits, lockPosts, type NewEdit, updateEdited } from './store-edits.ts'
import { notePending } from './store-posts.ts'

/** Adds revisions after the existing ones; a revision number that exists is left alone. */
export async function writeEdits(
  { source }: ImportContext,
  tx: Transaction,
  edits: readonly Accepted<'edit'>[],
  references: References,
  report: Report,
): Promise<void> {
  if (edits.length === 0) return
  const ids = new Set(edits.map(({ line }) => references.id('post', line.post)!))
  const posts = new Map((await lockPosts(tx, [...ids])).map((post) => [post.id, post]))
  const rows: NewEdit[] = []
  const changed = new Set<EditedPost>()
  const pending = []
  for (const edit of edits) {
    const { number, line } = edit
    const post = posts.get(references.id('post', line.post)!)
    if (!post) report.reject(number, `its post ${line.post} is no longer here`)
    else if (line.number < post.revisionCount) report.pass('edit')
    else if (line.number > post.revisionCount) report.reject(number, 'an edit before it is missing')
    else {
      const row = applyTo(post, edit)
      rows.push(row)
      changed.add(post)
      for (const { kind, oldId, address } of edit.pending)
        pending.push({ revisionId: row.id, kind, oldId, address })
    }
  }
  const showing = new Set(rows.filter(({ html }) => mayShowPictures(html)).map(({ postId }) => postId))
  const [rewrite, ...rewrites] = [...changed].map(({ id }) => ({ post: id, pictures: showing.has(id) }))
  if (rewrite) {
    const recorded = await recordRewrites(tx, [rewrite, ...rewrites])
    await insertEdits(recorded, rows)
    await updateEdited(recorded, [...changed])
  }
  if (pending.length > 0) await notePending(tx, source, pending)
  report.take('edit', rows.length)
}

function applyTo(post: EditedPost, { line, authorId, body }: Accepted<'edit'>): NewEdit {
  const {
    number,
    as_role: asRole = false,
    author_role: authorRole = null,
    moderation = null,
    comment = null,
  } = line
  const time = new Date(line.time)
  const hasAdminBlock = body?.hasAdminBlock ?? false
  const id = madeId([post.id, number], time.getTime())
  post.announced += Number(hasAdminBlock) - Number(post.hasAdminBlock)
  post.hasAdminBlock = hasAdminBlock
  post.lastRevisionId = id
  post.revisionCount += 1
  post.isModerated ||= asRole
  post.isHidden = body === null
  const { html = null, source = null } = body ?? {}
  const kind = asRole ? ('Role' as const) : ('User' as const)
  const about = {
    id,
    postId: post.id,
    position: number,
    time: time.toISOString(),
    kind,
    authorId,
    authorRole,
  }
  return { html, source, hasAdminBlock, moderation, comment, ...about }
}
