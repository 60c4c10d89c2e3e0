import { viewExcerpt } from '../../bodies/excerpt.ts'
import { viewPostHead } from '../../resources/post.ts'
import { viewSectionHead } from '../../resources/section.ts'
import { timestamp, timestampOrNull, viewUserOrNull } from '../../resources/views.ts'
import type { Notification, NotificationSettings } from './schemas.ts'
import type { NotificationRow } from './sql.ts'

export function viewNotification(row: NotificationRow): Notification {
  const { section, thread, post, reportId, sanctionId } = row
  return {
    type: 'Notification',
    id: row.id,
    kind: row.kind,
    time: timestamp(row.time),
    read_at: timestampOrNull(row.readAt),
    count: row.count,
    actor: viewUserOrNull(row.actorId, row.actorName),
    section: section && viewSectionHead(section),
    thread: thread && { type: 'ForumThread', ...thread },
    post: post && viewPostHead(post),
    report: reportId === null ? null : { type: 'ForumReport', id: reportId },
    sanction: sanctionId === null ? null : { type: 'ForumSanction', id: sanctionId },
    role: row.role,
    ...(row.beginning ? { excerpt: viewExcerpt(row.beginning) } : {}),
    ...(row.kind === 'PostHidden' && row.moderation !== undefined ? { moderation: row.moderation } : {}),
  }
}

/** Whoever moderates nothing is told nothing of what only moderators can set. */
export function viewSettings(
  { reports, ...settings }: NotificationSettings,
  moderates: boolean,
): NotificationSettings {
  return moderates && reports !== undefined ? { ...settings, reports } : settings
}
