import { IN_FORCE } from '../../authority/store.ts'
import { textSql } from '../../bodies/large-texts.ts'
import type { SanctionKind } from '../../generated/prisma/enums.ts'
import { nameOf } from '../../resources/sql.ts'
import { tallySql } from '../../tallies/sql.ts'

/** A sanction with the names it mentions; times are text where they came through JSON. */
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

/** The columns of a `SanctionRow` for the sanction aliased `s`. */
export const SANCTION_COLUMNS = `
    s.id, s.user_id AS "userId", ${nameOf('s.user_id')} AS "userName", s.section_id AS "sectionId", s.kind,
    s.created_at AS "createdAt", s.created_by_id AS "createdById", ${nameOf('s.created_by_id')} AS "createdByName",
    s.deleted_at AS "deletedAt", s.deleted_by_id AS "deletedById", ${nameOf('s.deleted_by_id')} AS "deletedByName",
    s.expires_at AS "expiresAt", ${textSql('sanction.reason', 's')} AS reason,
    ${textSql('sanction.internal_note', 's')} AS "internalNote"`

export interface SanctionFilter {
  userId: string | null
  sectionId: string | null
  active: boolean
}

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC'
const PAGE = 'OFFSET $3::bigint LIMIT $4::bigint'

/** One member's sanctions are few enough to count. */
const ofMember = (where: string) => ({
  count: `(SELECT count(*)::int FROM sanction WHERE ${where})`,
  items: `SELECT * FROM sanction WHERE ${where} ${NEWEST_FIRST} ${PAGE}`,
})

const ofAll = (where: string) => ({
  count: tallySql('Sanction', '$2', 'NULL'),
  items: `SELECT * FROM sanction WHERE ${where} ${NEWEST_FIRST} ${PAGE}`,
})

/**
 * Permanent sanctions and timed ones that have yet to expire are looked up separately, each on its own index, so that
 * the ever-growing expired ones are not scanned. All timed ones in force are.
 */
function inForceOfAll(where: string) {
  const lasting = `${where} AND deleted_at IS NULL AND expires_at IS NULL`
  const timed = `${where} AND deleted_at IS NULL AND expires_at > now()`
  return {
    count: `${tallySql('Sanction', '$2', `'Lasting'`)} + (SELECT count(*)::int FROM sanction WHERE ${timed})`,
    items: `
      SELECT * FROM (
        (SELECT * FROM sanction WHERE ${lasting} ${NEWEST_FIRST} LIMIT $3::bigint + $4::bigint)
        UNION ALL
        (SELECT * FROM sanction WHERE ${timed})
      ) AS in_force ${NEWEST_FIRST} ${PAGE}`,
  }
}

function filteredSql({ userId, sectionId, active }: SanctionFilter) {
  const inScope = sectionId === null ? '$2::uuid IS NULL' : 'section_id = $2::uuid'
  if (userId !== null) return ofMember(`user_id = $1::uuid AND ${inScope}${active ? ` AND ${IN_FORCE}` : ''}`)
  const where = `$1::uuid IS NULL AND ${inScope}`
  return active ? inForceOfAll(where) : ofAll(where)
}

function listingSql({ count, items }: { count: string; items: string }): string {
  return `
    SELECT ${count} AS count,
      array_to_json(ARRAY(
        SELECT row_to_json(item) FROM (
          SELECT ${SANCTION_COLUMNS} FROM (${items}) AS s ORDER BY s.created_at DESC, s.id DESC
        ) AS item
      )) AS sanctions`
}

/**
 * The query of a listing, newest first; its parameters are user, section, offset and limit. Each set of filters has its
 * own text, so that each is planned for its own index.
 */
export function pageSql(filter: SanctionFilter): { name: string; text: string } {
  const { userId, sectionId, active } = filter
  return {
    name: `sanctions-${userId === null ? 'all' : 'user'}-${sectionId === null ? 'all' : 'section'}-${active}`,
    text: listingSql(filteredSql(filter)),
  }
}

/**
 * The query of a member's sanctions in some sections and in the whole forum; its parameters are the user, the sections
 * (null for all), offset and limit.
 */
export const WITHIN = {
  name: 'sanctions-within',
  text: listingSql(
    ofMember(
      'user_id = $1::uuid AND ($2::uuid[] IS NULL OR section_id IS NULL OR section_id = ANY($2::uuid[]))',
    ),
  ),
}
