import { shortUser } from '@agora/shared/contracts/types'
import { timestamp, userOrNull } from '../../views.ts'
import type { Sanction } from './schemas.ts'
import type { SanctionRow } from './sql.ts'

const timeOrNull = (value: Date | string | null) => (value === null ? null : timestamp(value))

/** @param moderated whether the reader moderates what the sanction covers: the internal note is for them alone. */
export function viewSanction(row: SanctionRow, moderated: boolean): Sanction {
  return {
    type: 'ForumSanction',
    id: row.id,
    user: shortUser({ id: row.userId, displayName: row.userName ?? '' }),
    section: row.sectionId === null ? null : { type: 'ForumSection', id: row.sectionId },
    kind: row.kind,
    created_at: timestamp(row.createdAt),
    created_by: shortUser({ id: row.createdById, displayName: row.createdByName ?? '' }),
    deleted_at: timeOrNull(row.deletedAt),
    deleted_by: userOrNull(row.deletedById, row.deletedByName),
    expires_at: timeOrNull(row.expiresAt),
    reason: row.reason,
    ...(moderated ? { internal_note: row.internalNote } : {}),
  }
}
