import type { Database } from '@agora/shared/database/database'
import type { Transaction } from '@agora/shared/database/sql'
import type { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import type { Closable } from '@agora/shared/lifecycle/run-until-closed'
import { startSteps } from '@agora/shared/lifecycle/steps'
import type { Logger } from 'pino'
import { type ModerationAct, recordModeration } from '../areas/moderation/events.ts'
import { postAct } from '../areas/posts/events.ts'
import { hidePost } from '../areas/posts/hide-post.ts'
import { addRevision, lockPost } from '../areas/posts/store-revisions.ts'
import { bringBackThread, removeThread } from '../areas/threads/remove-thread.ts'
import { lockThread } from '../areas/threads/store.ts'
import { type Member, memberWithRoles } from '../authority/actor.ts'
import { authorityIn } from '../authority/authority.ts'
import { readActorFacts } from '../authority/store.ts'
import {
  type CleanupItem,
  type DueCleanup,
  finish,
  lastItem,
  lockDue,
  nextPost,
  nextThread,
  type OpenedThread,
  passPost,
  passThread,
  readBeforeLast,
  removeCleanup,
  removeItem,
  setModerated,
} from './store.ts'

const LOOK_MS = 5_000

/** Works through the cleanups that are due, one thing after another. Several replicas take different cleanups. */
export function startCleaner(options: { db: Database; cleaning: AutoResetEvent; logger: Logger }): Closable {
  const { db, cleaning, logger } = options
  const step = async () => ((await db.transaction(cleanNext)) ? 0 : 'idle')
  return startSteps({ name: 'cleanups', step, idleMs: LOOK_MS, wakeup: cleaning, logger })
}

/**
 * Does the next thing of a cleanup that is due, and remembers it, in one transaction: whatever is killed, each post is
 * hidden once, and logged once. False if nothing is due.
 */
async function cleanNext(tx: Transaction): Promise<boolean> {
  const cleanup = await lockDue(tx)
  if (!cleanup) return false
  const moderator = await moderatorOf(tx, cleanup)
  const acts = await (cleanup.isUndone ? undo(tx, cleanup, moderator) : clean(tx, cleanup, moderator))
  await recordModeration(tx, moderator, acts)
  return true
}

/** With the roles that they have now: where a moderator has lost theirs meanwhile, nothing is done any more. */
async function moderatorOf(tx: Transaction, cleanup: DueCleanup): Promise<Member> {
  const { workerId, workerName, asAdministrator, traceparent } = cleanup
  const user = { id: workerId, displayName: workerName ?? '' }
  const facts = await readActorFacts(tx, workerId)
  return memberWithRoles(user, facts, { isAdministrator: asAdministrator, traceparent })
}

/** Posts first: in a deleted thread none is hidden. */
async function clean(tx: Transaction, cleanup: DueCleanup, moderator: Member): Promise<ModerationAct[]> {
  const post = await nextPost(tx, cleanup)
  if (post !== undefined) return cleanPost(tx, cleanup, moderator, post)
  const thread = await nextThread(tx, cleanup)
  if (thread) return cleanThread(tx, cleanup, moderator, thread)
  await finish(tx, cleanup)
  return []
}

async function cleanPost(
  tx: Transaction,
  cleanup: DueCleanup,
  member: Member,
  id: string,
): Promise<ModerationAct[]> {
  const post = await lockPost(tx, id)
  const authority = post && authorityIn(member, post.sectionId)
  if (!post || !authority?.canModerate || post.threadIsDeleted || post.html === null) {
    await passPost(tx, cleanup, id, undefined)
    return []
  }
  const act = await hidePost(tx, { post, member, authority }, cleanup.reason)
  await passPost(tx, cleanup, id, { wasModerated: post.isModerated })
  return [act]
}

async function cleanThread(
  tx: Transaction,
  cleanup: DueCleanup,
  member: Member,
  opened: OpenedThread,
): Promise<ModerationAct[]> {
  const thread = await lockThread(tx, { by: 'id', value: opened.id })
  const isDue = thread && !thread.isDeleted && authorityIn(member, thread.sectionId).canModerate
  const acts = isDue ? [await removeThread(tx, thread, member, cleanup.reason)] : []
  await passThread(tx, cleanup, opened, acts.length > 0)
  return acts
}

async function undo(tx: Transaction, cleanup: DueCleanup, moderator: Member): Promise<ModerationAct[]> {
  const item = await lastItem(tx, cleanup)
  if (!item) {
    await removeCleanup(tx, cleanup)
    return []
  }
  const act = item.threadId ? await restoreThread(tx, moderator, item) : await showPost(tx, moderator, item)
  await removeItem(tx, cleanup, item)
  return act ? [act] : []
}

async function restoreThread(
  tx: Transaction,
  moderator: Member,
  { threadId }: CleanupItem,
): Promise<ModerationAct | undefined> {
  const thread = await lockThread(tx, { by: 'id', value: threadId! })
  if (!thread?.isDeleted || !authorityIn(moderator, thread.sectionId).canModerate) return undefined
  return bringBackThread(tx, thread, moderator)
}

/** Unless somebody has changed the post since. */
async function showPost(
  tx: Transaction,
  moderator: Member,
  { postId, revisionId, wasModerated }: CleanupItem,
): Promise<ModerationAct | undefined> {
  const post = await lockPost(tx, postId!)
  if (!post || post.lastRevisionId !== revisionId) return undefined
  const authority = authorityIn(moderator, post.sectionId)
  const before = authority.canModerate ? await readBeforeLast(tx, post.id) : undefined
  if (!before) return undefined
  const { moderation, ...body } = before
  const recorded = await addRevision(tx, post, {
    asRole: true,
    authorId: moderator.user.id,
    authorRole: authority.role ?? null,
    body,
    moderation,
    comment: null,
  })
  await setModerated(recorded, post.id, wasModerated)
  return postAct('EditPost', post, null, body)
}
