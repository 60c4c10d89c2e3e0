import type { Role } from '@agora/shared/contracts/roles'
import { sql, type Transaction } from '@agora/shared/database/sql'
import type { MovedSanction } from '../sanction.ts'

export interface NewRole {
  userId: string
  role: Role
  sectionId: string | null
  grantedById: string
  startTime: string
}

/** Returns how many were not held yet. */
export const insertRoles = (tx: Transaction, roles: readonly NewRole[]) =>
  tx.rowCount(sql`
    INSERT INTO role_grant (id, user_id, role, section_id, granted_by_id, start_time)
    SELECT uuidv7(), "userId", role, "sectionId", "grantedById", "startTime"
    FROM json_to_recordset(${JSON.stringify(roles)}::json) AS grants (
      "userId" uuid, role "Role", "sectionId" uuid, "grantedById" uuid, "startTime" timestamptz
    )
    ON CONFLICT DO NOTHING`)

/** Returns the new ones. */
export const insertSanctions = async (tx: Transaction, sanctions: readonly MovedSanction[]) =>
  new Set(
    await tx.scalars<string>(sql`
    INSERT INTO sanction (
      id, user_id, section_id, kind, created_at, created_by_id, deleted_at, deleted_by_id, expires_at, reason, internal_note
    )
    SELECT id, "userId", "sectionId", kind, "createdAt", "createdById", "deletedAt", "deletedById", "expiresAt", reason,
      "internalNote"
    FROM json_to_recordset(${JSON.stringify(sanctions)}::json) AS sanction (
      id uuid, "userId" uuid, "sectionId" uuid, kind "SanctionKind", "createdAt" timestamptz, "createdById" uuid,
      "deletedAt" timestamptz, "deletedById" uuid, "expiresAt" timestamptz, reason text, "internalNote" text
    )
    ON CONFLICT DO NOTHING
    RETURNING id`),
  )
