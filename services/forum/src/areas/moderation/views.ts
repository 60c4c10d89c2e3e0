import { shortUser } from '@agora/shared/contracts/types'
import { timestamp, userOrNull } from '../../views.ts'
import type { ModerationEvent } from './schemas.ts'
import type { LogRow } from './sql.ts'

export function viewEntry(row: LogRow): ModerationEvent {
  return {
    type: 'ForumModerationEvent',
    id: row.id,
    ctime: timestamp(row.ctime),
    actor: shortUser({ id: row.actorId, displayName: row.actorName ?? '' }),
    action: row.action,
    section: row.sectionId,
    thread: row.threadId,
    post: row.postId,
    target_user: userOrNull(row.targetUserId, row.targetUserName),
    comment: row.comment,
    data: row.data,
  }
}
