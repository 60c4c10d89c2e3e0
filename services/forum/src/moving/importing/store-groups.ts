import { sql, type Transaction } from '@agora/shared/database/sql'

export const isGroup = (tx: Transaction, id: string) =>
  tx.hasRows(sql`SELECT FROM member_group WHERE id = ${id}::uuid`)

export const hasGroupKey = (tx: Transaction, key: string) =>
  tx.hasRows(sql`SELECT FROM member_group WHERE key = ${key}`)

export async function insertGroup(
  tx: Transaction,
  { id, key, displayName }: { id: string; key: string; displayName: string },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO member_group (id, key, display_name) VALUES (${id}::uuid, ${key}, ${displayName})`)
}

/** The keys of those of these groups that exist, by id. */
export async function readGroupKeys(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const groups = await tx.all<{ id: string; key: string }>(sql`
    SELECT id, key FROM member_group WHERE id = ANY(${ids}::uuid[]) ORDER BY key`)
  return new Map(groups.map(({ id, key }) => [id, key]))
}

export interface NewGroupMember {
  groupId: string
  userId: string
  time: string | null
}

/** Returns how many an import has not put there before: who was taken out since stays out. The groups exist. */
export const insertGroupMembers = (tx: Transaction, members: readonly NewGroupMember[]) =>
  tx.rowCount(sql`
    WITH named AS MATERIALIZED (
      SELECT DISTINCT ON ("groupId", "userId") * FROM json_to_recordset(${JSON.stringify(members)}::json)
        AS m ("groupId" uuid, "userId" uuid, time timestamptz)
    ), noted AS (
      INSERT INTO imported_group_member (group_id, user_id) SELECT "groupId", "userId" FROM named
      ON CONFLICT DO NOTHING RETURNING group_id, user_id
    )
    INSERT INTO group_member (group_id, user_id, time)
    SELECT group_id, user_id, coalesce(named.time, date_trunc('milliseconds', clock_timestamp()))
    FROM noted JOIN named ON named."groupId" = group_id AND named."userId" = user_id
    ON CONFLICT DO NOTHING`)
