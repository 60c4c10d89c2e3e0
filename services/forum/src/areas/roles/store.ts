import { newId } from '@agora/shared/contracts/ids'
import type { RoleGrants } from '@agora/shared/contracts/internal-roles'
import type { Role } from '@agora/shared/contracts/roles'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/** A role in a section, or in the whole forum if there is no section, and who holds it. */
export interface Grant {
  userId: string
  role: Role
  sectionId: string | null
}

/** Every role that is held now. */
export const readGrants = (db: Queries): Promise<RoleGrants['grants']> =>
  db.all<RoleGrants['grants'][number]>(sql`
    SELECT g.user_id AS "user", g.role::text AS role, g.section_id AS section,
      coalesce(s.readers <> 'Everyone', false) AS is_closed
    FROM role_grant AS g LEFT JOIN section AS s ON s.id = g.section_id`)

/** Returns false if the role was held already. */
export const insertGrant = (tx: Transaction, { userId, role, sectionId }: Grant, grantedById: string) =>
  tx.hasRows(sql`
    INSERT INTO role_grant (id, user_id, role, section_id, granted_by_id, start_time)
    VALUES (${newId()}, ${userId}, ${role}, ${sectionId}, ${grantedById}, date_trunc('milliseconds', clock_timestamp()))
    ON CONFLICT DO NOTHING`)

/** Returns false if the role was not held. */
export const deleteGrant = (tx: Transaction, { userId, role, sectionId }: Grant) =>
  tx.hasRows(sql`
    DELETE FROM role_grant
    WHERE user_id = ${userId} AND role = ${role} AND section_id IS NOT DISTINCT FROM ${sectionId}::uuid`)
