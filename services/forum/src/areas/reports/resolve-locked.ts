import type { Transaction } from '@agora/shared/database/sql'
import type { Member } from '../../authority/actor.ts'
import type { ModerationAct } from '../moderation/events.ts'
import { type ReportedContent, writeResolutions } from './store.ts'

/** Resolves locked, pending reports on one target; returns the acts to be recorded. */
export async function resolveLocked(
  tx: Transaction,
  moderator: Member,
  { postId, threadId, sectionId }: ReportedContent,
  reports: readonly string[],
  { status, note = null }: { status: 'Accepted' | 'Rejected'; note?: string | null },
): Promise<ModerationAct[]> {
  await writeResolutions(tx, reports, { sectionId, status, note, resolvedById: moderator.user.id })
  return reports.map((report) => ({
    action: 'ResolveReport',
    section: sectionId,
    thread: threadId,
    ...(postId === null ? {} : { post: postId }),
    comment: note,
    data: { report, status },
  }))
}
