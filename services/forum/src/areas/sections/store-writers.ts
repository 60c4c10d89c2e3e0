import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import type { Audience } from './schemas.ts'

/** Who may write in the section now. */
export async function readWriters(db: Queries, sectionId: string): Promise<Audience> {
  const { rows } = await db.query<{
    writers: 'Everyone' | 'Members' | 'Moderators' | 'Groups'
    keys: string[]
  }>(sql`
    SELECT s.writers, ARRAY(
      SELECT g.key FROM section_writer_group AS w JOIN member_group AS g ON g.id = w.group_id
      WHERE w.section_id = s.id ORDER BY g.key
    ) AS keys FROM section AS s WHERE s.id = ${sectionId}::uuid`)
  const { writers, keys } = rows[0]!
  return writers === 'Groups' ? { groups: keys } : writers
}

/**
 * Says who may write in the section, while the tree is locked.
 *
 * @throws ApiError namedGroupNotFound
 */
export async function writeWriters(tx: Transaction, sectionId: string, writers: Audience): Promise<void> {
  const keys = typeof writers === 'string' ? [] : [...new Set(writers.groups)]
  await tx.query(sql`
    UPDATE section SET writers = ${typeof writers === 'string' ? writers : 'Groups'}::"Audience" WHERE id = ${sectionId}::uuid`)
  await tx.query(sql`DELETE FROM section_writer_group WHERE section_id = ${sectionId}::uuid`)
  const { rowCount } = await tx.query(sql`
    INSERT INTO section_writer_group (section_id, group_id)
    SELECT ${sectionId}::uuid, id FROM (
      SELECT id FROM member_group WHERE key = ANY(${keys}::text[]) ORDER BY id FOR KEY SHARE
    ) AS named`)
  if (rowCount !== keys.length) throw new ApiError(errors.namedGroupNotFound)
}

/** A section below another one is for no more than that, while the tree is locked. */
export async function takeWriters(tx: Transaction, sectionId: string, parentId: string): Promise<void> {
  await tx.query(sql`
    UPDATE section SET writers = parent.writers FROM section AS parent
    WHERE section.id = ${sectionId}::uuid AND parent.id = ${parentId}::uuid`)
  await tx.query(sql`
    INSERT INTO section_writer_group (section_id, group_id)
    SELECT ${sectionId}::uuid, group_id FROM section_writer_group WHERE section_id = ${parentId}::uuid`)
}

/** How few an audience takes in; of writers, everyone is every member. */
const narrowness = (section: string) =>
  `CASE ${section}.writers WHEN 'Groups' THEN 1 WHEN 'Moderators' THEN 2 ELSE 0 END`

const IS_WIDER = raw(`${narrowness('below')} < ${narrowness('above')} OR (
    below.writers = 'Groups' AND above.writers = 'Groups' AND EXISTS (
      SELECT FROM section_writer_group AS own WHERE own.section_id = below.id AND NOT EXISTS (
        SELECT FROM section_writer_group AS w WHERE w.section_id = above.id AND w.group_id = own.group_id
      )
    )
  )`)

/** Whether more may write in the section than in its parent, or in one of its children than in it. */
export async function isOutOfOrder(tx: Transaction, sectionId: string): Promise<boolean> {
  const { rows } = await tx.query(sql`
    SELECT FROM section AS below JOIN section AS above ON above.id = below.parent_id
    WHERE ${sectionId}::uuid IN (below.id, above.id) AND (${IS_WIDER}) LIMIT 1`)
  return rows.length > 0
}
