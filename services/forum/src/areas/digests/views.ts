import type { DigestEntry } from '@agora/shared/contracts/internal-digests'
import { timestamp } from '../../resources/views.ts'
import type { NotificationRow } from '../notifications/sql.ts'

export function viewEntry(row: NotificationRow): DigestEntry {
  return {
    kind: row.kind,
    count: row.count,
    time: timestamp(row.time),
    actor: row.actorName,
    thread: row.thread?.title ?? null,
    section: row.section?.displayName ?? null,
    path: row.post ? `/posts/${row.post.id}` : '/notifications',
  }
}
