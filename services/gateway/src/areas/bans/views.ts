import { shortUser } from '@agora/shared/contracts/types'
import type { Ban, ListedBan } from './schemas.ts'
import type { BanRow } from './store.ts'

export const banView = (row: BanRow): Ban => ({
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  created_by: shortUser({ id: row.created_by, displayName: row.created_by_name }),
  expires_at: row.expires_at?.toISOString() ?? null,
  lifted_at: row.lifted_at?.toISOString() ?? null,
  lifted_by:
    row.lifted_by === null ? null : shortUser({ id: row.lifted_by, displayName: row.lifted_by_name ?? '' }),
})

export const listedBanView = (row: BanRow): ListedBan => ({
  user: shortUser({ id: row.account_id, displayName: row.account_name }),
  ...banView(row),
})
