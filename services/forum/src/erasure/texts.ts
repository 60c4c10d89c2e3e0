import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import type { Database } from '@agora/shared/database/database'
import { type Renamed, renameInHtml, renameInSource } from '@agora/shared/markup/index'
import { queueForIndexing } from '../search/indexing/store-due.ts'
import { findNaming, lockRevision, readNames, readSpanEnd, writeBody } from './store.ts'

type Names = Awaited<ReturnType<typeof readNames>>

/**
 * Removes a member's names from what others have written after `from`, a revision's id: from mentions, and from quotes
 * by name. Without a new revision, since nobody has edited anything; earlier revisions too.
 */
export async function renameInTexts(db: Database, userId: string, from: string): Promise<void> {
  const names = await readNames(db, userId)
  const spelt = new Set(names.map(({ name }) => name))
  for (let after = from, end = await readSpanEnd(db, from); end !== undefined; ) {
    for (const { id, isMentioning, quoted } of await findNaming(db, [after, end], userId))
      if (isMentioning || quoted.some((name) => spelt.has(name.trim().toLowerCase())))
        await renameIn(db, userId, names, id)
    after = end
    end = await readSpanEnd(db, after)
  }
}

async function renameIn(db: Database, userId: string, names: Names, revisionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const revision = await lockRevision(tx, revisionId, userId)
    if (!revision) return
    const renamed = renamedIn(userId, names, revision)
    const html = renameInHtml(revision.html, renamed)
    const source = renameInSource(revision.source, renamed)
    if (html === revision.html && source === revision.source) return
    await writeBody(tx, revisionId, { html, source })
    if (revision.isLast) await queueForIndexing(tx, revision.postId)
  })
}

/** A quote means whoever of that name has written in the thread, or otherwise anyone of that name. */
function renamedIn(userId: string, names: Names, { isAmongAuthors }: { isAmongAuthors: boolean }): Renamed {
  const meant = new Set(names.filter(({ isShared }) => isAmongAuthors || !isShared).map(({ name }) => name))
  return { userId, isQuotedAs: (name) => meant.has(name.toLowerCase()), name: DELETED_MEMBER }
}
