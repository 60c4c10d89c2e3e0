import { shortUser } from '@agora/shared/contracts/types'
import type { Invitation } from './schemas.ts'
import type { InvitationRow } from './store.ts'

export const invitationView = (row: InvitationRow): Invitation => ({
  type: 'Invitation',
  id: row.id,
  created_by: shortUser({ id: row.createdBy, displayName: row.displayName }),
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  note: row.note,
  most_uses: row.mostUses,
  uses: row.uses,
})
