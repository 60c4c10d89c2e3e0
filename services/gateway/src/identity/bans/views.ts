import { shortUser } from '@agora/shared/contracts/types'
import type { Ban, ListedBan } from './schemas.ts'
import type { BanRow } from './store.ts'

export const banView = (row: BanRow): Ban => ({
  reason: row.reason,
  created_at: row.createdAt.toISOString(),
  created_by: shortUser({ id: row.createdBy, displayName: row.createdByName }),
  expires_at: row.expiresAt?.toISOString() ?? null,
  lifted_at: row.liftedAt?.toISOString() ?? null,
  lifted_by: row.liftedBy === null ? null : shortUser({ id: row.liftedBy, displayName: row.liftedByName }),
})

export const listedBanView = (row: BanRow): ListedBan => ({
  user: shortUser({ id: row.accountId, displayName: row.accountName }),
  ...banView(row),
})
