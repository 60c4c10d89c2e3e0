import { timestamp, timestampOrNull, viewUser, viewUserOrNull } from '../../resources/views.ts'
import type { Sanction } from './schemas.ts'
import type { SanctionRow } from './sql.ts'

/** @param moderated whether the reader moderates what the sanction covers: only they see the internal note. */
export function viewSanction(row: SanctionRow, moderated: boolean): Sanction {
  return {
    type: 'ForumSanction',
    id: row.id,
    user: viewUser(row.userId, row.userName),
    section: row.sectionId === null ? null : { type: 'ForumSection', id: row.sectionId },
    kind: row.kind,
    created_at: timestamp(row.createdAt),
    created_by: viewUser(row.createdById, row.createdByName),
    deleted_at: timestampOrNull(row.deletedAt),
    deleted_by: viewUserOrNull(row.deletedById, row.deletedByName),
    expires_at: timestampOrNull(row.expiresAt),
    reason: row.reason,
    ...(moderated ? { internal_note: row.internalNote } : {}),
  }
}
