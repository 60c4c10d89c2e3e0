import { newId } from '@agora/shared/contracts/ids'
import type { Page } from '@agora/shared/contracts/pagination'
import type { Database } from '@agora/shared/database/database'
import { leaveReadReplicas } from '@agora/shared/database/read-replica'
import { type Queries, raw, sql } from '@agora/shared/database/sql'
import { nameOf } from '../../resources/sql.ts'

export interface GroupRow {
  id: string
  key: string
  displayName: string
  /** How many members it has: administrators put them there one by one, so there are few to count. */
  members: number
}

const GROUP = raw(`g.id, g.key, g.display_name AS "displayName",
  (SELECT count(*)::int FROM group_member AS m WHERE m.group_id = g.id) AS members`)

const hasMember = (userId: string | null) =>
  sql`(${userId}::uuid IS NULL OR EXISTS (SELECT FROM group_member AS own WHERE own.group_id = g.id AND own.user_id = ${userId}::uuid))`

/** Groups by their keys: all, or those that a member is in. */
export const readGroups = (db: Queries, ofMember: string | null, { offset, limit }: Page) =>
  db.one<{ count: number; groups: GroupRow[] }>(sql`
    WITH listed AS (SELECT * FROM member_group AS g WHERE ${hasMember(ofMember)})
    SELECT (SELECT count(*)::int FROM listed) AS count, array_to_json(ARRAY(
      SELECT row_to_json(one) FROM (
        SELECT ${GROUP} FROM listed AS g ORDER BY g.key OFFSET ${offset}::bigint LIMIT ${limit}::bigint
      ) AS one
    )) AS groups`)

/** Creates the group with this key, or gives it another name. */
export const writeGroup = (db: Queries, key: string, displayName: string) =>
  db.one<GroupRow>(sql`
    INSERT INTO member_group AS g (id, key, display_name) VALUES (${newId()}, ${key}, ${displayName})
    ON CONFLICT (key) DO UPDATE SET display_name = excluded.display_name
    RETURNING ${GROUP}`)

/** Deletes the group, and who is in it; returns false if there was none. */
export const removeGroup = (db: Queries, key: string) =>
  db.hasRows(sql`DELETE FROM member_group WHERE key = ${key}`)

/** The group, to a member only if they are in it; undefined if there is none. */
export const readGroup = (db: Queries, key: string, ofMember: string | null = null) =>
  db.maybeOne<GroupRow>(
    sql`SELECT ${GROUP} FROM member_group AS g WHERE g.key = ${key} AND ${hasMember(ofMember)}`,
  )

/** The members of a group in the order in which they came, and their number. */
export const readGroupMembers = (db: Queries, groupId: string, { offset, limit }: Page) =>
  db.one<{ count: number; members: { id: string; name: string | null }[] }>(sql`
    SELECT (SELECT count(*)::int FROM group_member WHERE group_id = ${groupId}::uuid) AS count, array_to_json(ARRAY(
      SELECT row_to_json(one) FROM (
        SELECT m.user_id AS id, ${raw(nameOf('m.user_id'))} AS name FROM group_member AS m
        WHERE m.group_id = ${groupId}::uuid ORDER BY m.time, m.user_id OFFSET ${offset}::bigint LIMIT ${limit}::bigint
      ) AS one
    )) AS members`)

/** Puts a member into the group, unless it has been deleted meanwhile. */
export async function insertGroupMember(db: Queries, key: string, userId: string): Promise<void> {
  await db.query(sql`
    INSERT INTO group_member (group_id, user_id, time)
    SELECT id, ${userId}::uuid, date_trunc('milliseconds', clock_timestamp())
    FROM (SELECT id FROM member_group WHERE key = ${key} FOR KEY SHARE) AS present
    ON CONFLICT DO NOTHING`)
}

export async function deleteGroupMember(
  { transaction }: Pick<Database, 'transaction'>,
  key: string,
  userId: string,
): Promise<void> {
  await transaction(async (tx) => {
    await tx.query(sql`
      DELETE FROM group_member
      WHERE user_id = ${userId}::uuid AND group_id = (SELECT id FROM member_group WHERE key = ${key})`)
    await leaveReadReplicas(tx)
  })
}
