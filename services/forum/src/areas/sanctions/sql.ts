import type { SanctionKind } from '../../generated/prisma/enums.ts'

/** A sanction with the names of those it tells of; times are text where it came through JSON. */
export interface SanctionRow {
  id: string
  userId: string
  userName: string | null
  sectionId: string | null
  kind: SanctionKind
  createdAt: Date | string
  createdById: string
  createdByName: string | null
  deletedAt: Date | string | null
  deletedById: string | null
  deletedByName: string | null
  expiresAt: Date | string | null
  reason: string
  internalNote: string
}

const nameOf = (id: string) => `(SELECT display_name FROM known_user AS u WHERE u.id = ${id})`

/** The columns of a `SanctionRow` for the sanction aliased `s`. */
export const SANCTION_COLUMNS = `
    s.id, s.user_id AS "userId", ${nameOf('s.user_id')} AS "userName", s.section_id AS "sectionId", s.kind,
    s.created_at AS "createdAt", s.created_by_id AS "createdById", ${nameOf('s.created_by_id')} AS "createdByName",
    s.deleted_at AS "deletedAt", s.deleted_by_id AS "deletedById", ${nameOf('s.deleted_by_id')} AS "deletedByName",
    s.expires_at AS "expiresAt", s.reason, s.internal_note AS "internalNote"`

/** In force: neither lifted nor lapsed at this moment. */
export const IN_FORCE = 'deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())'
