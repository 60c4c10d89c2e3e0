import { leaveReadReplicas } from '@agora/shared/database/read-replica'
import { sql, type Transaction } from '@agora/shared/database/sql'

/**
 * Deletes a section that nothing is in, and nobody has moderated, while the tree is locked, and remembers what the
 * configuration says of it. False if there is something.
 */
export async function deleteEmpty(tx: Transaction, id: string): Promise<boolean> {
  const deleted = await tx.maybeOne<{ key: string; parentId: string | null; configured: unknown }>(sql`
    DELETE FROM section AS s
    WHERE s.id = ${id}::uuid AND s.child_count = 0
      AND NOT EXISTS (SELECT FROM thread WHERE section_id = s.id)
      AND NOT EXISTS (SELECT FROM sanction WHERE section_id = s.id)
      AND NOT EXISTS (SELECT FROM report WHERE section_id = s.id)
      AND NOT EXISTS (SELECT FROM role_grant WHERE section_id = s.id)
      AND NOT EXISTS (SELECT FROM moderation_entry WHERE section_id = s.id)
    RETURNING s.key, s.parent_id AS "parentId", s.configured`)
  if (!deleted) return false
  const { key, parentId, configured } = deleted
  await tx.query(sql`UPDATE section SET child_count = child_count - 1 WHERE id = ${parentId}::uuid`)
  if (configured !== null)
    await tx.query(sql`
      INSERT INTO removed_section (key, configured) VALUES (${key}, ${JSON.stringify(configured)}::jsonb)
      ON CONFLICT (key) DO UPDATE SET configured = excluded.configured`)
  await leaveReadReplicas(tx)
  return true
}

/** Closes a section with all that is below it, or opens it alone. False if there is no such section. */
export const writeArchived = (tx: Transaction, id: string, isArchived: boolean) =>
  tx.hasRows(
    isArchived
      ? sql`
        WITH RECURSIVE below AS (
          SELECT ${id}::uuid AS id
          UNION ALL
          SELECT s.id FROM section AS s JOIN below ON s.parent_id = below.id
        )
        UPDATE section SET is_archived = true WHERE id IN (SELECT id FROM below)`
      : sql`UPDATE section SET is_archived = false WHERE id = ${id}::uuid`,
  )

/** Whether the section is open and the one above it is closed. */
export const isOpenBelowArchived = (tx: Transaction, id: string) =>
  tx.hasRows(sql`
    SELECT FROM section AS s JOIN section AS above ON above.id = s.parent_id
    WHERE s.id = ${id}::uuid AND above.is_archived AND NOT s.is_archived`)

/** Gives each of the sections its place in the order; returns how many there are. */
export const writeOrder = (tx: Transaction, keys: readonly string[]) =>
  tx.rowCount(sql`
    UPDATE section SET position = listed.place
    FROM unnest(${keys}::text[]) WITH ORDINALITY AS listed (key, place) WHERE section.key = listed.key`)
