import { timestamp, viewUser, viewUserOrNull } from '../../resources/views.ts'
import type { ModerationEvent } from './schemas.ts'
import type { AboutRow, LogRow } from './sql.ts'

/** @param closed the sections that the reader may not read. */
export function viewEntry(row: LogRow, closed: readonly string[], about?: AboutRow): ModerationEvent {
  const { to_section: destination, ...data } = row.data
  return {
    type: 'ForumModerationEvent',
    id: row.id,
    ctime: timestamp(row.ctime),
    actor: viewUser(row.actorId, row.actorName),
    action: row.action,
    section: row.sectionId,
    thread: row.threadId,
    post: row.postId,
    target_user: viewUserOrNull(row.targetUserId, row.targetUserName),
    comment: row.comment,
    data: closed.includes(destination as string) ? data : row.data,
    ...(about && { about: viewAbout(about) }),
  }
}

const viewAbout = ({ threadTitle, sanctionReason, reportReason }: AboutRow): ModerationEvent['about'] => ({
  ...(threadTitle === null ? {} : { thread_title: threadTitle }),
  ...(sanctionReason === null ? {} : { sanction_reason: sanctionReason }),
  ...(reportReason === null ? {} : { report_reason: reportReason }),
})
