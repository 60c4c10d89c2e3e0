import type { Audience } from '@agora/shared/contracts/audience'
import { newId } from '@agora/shared/contracts/ids'
import { leaveReadReplicas } from '@agora/shared/database/read-replica'
import { type Queries, raw, type Sql, sql, type Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import type { SectionAccess } from './schemas.ts'

/** For what a section has an audience. */
type Act = keyof SectionAccess

const acts = {
  readers: { column: raw('readers'), groups: raw('section_reader_group') },
  writers: { column: raw('writers'), groups: raw('section_writer_group') },
} satisfies Record<Act, { column: Sql; groups: Sql }>

interface AudienceRow {
  kind: 'Everyone' | 'Members' | 'Groups' | 'Moderators'
  keys: string[]
}

const audienceSql = ({
  column,
  groups,
}: (typeof acts)[Act]) => sql`json_build_object('kind', s.${column}, 'keys', ARRAY(
      SELECT g.key FROM ${groups} AS named JOIN member_group AS g ON g.id = named.group_id
      WHERE named.section_id = s.id ORDER BY g.key
    ))`

const viewAudience = ({ kind, keys }: AudienceRow): Audience => (kind === 'Groups' ? { groups: keys } : kind)

/** Whom the section is for now. */
export async function readAccess(db: Queries, sectionId: string): Promise<SectionAccess> {
  const { readers, writers } = await db.one<Record<Act, AudienceRow>>(sql`
    SELECT ${audienceSql(acts.readers)} AS readers, ${audienceSql(acts.writers)} AS writers
    FROM section AS s WHERE s.id = ${sectionId}::uuid`)
  return { readers: viewAudience(readers), writers: viewAudience(writers) }
}

/**
 * Says whom the section is for, while the tree is locked; what is left out stays.
 *
 * @throws ApiError namedGroupNotFound
 */
export async function writeAccess(
  tx: Transaction,
  sectionId: string,
  { readers, writers }: Partial<SectionAccess>,
): Promise<void> {
  if (readers !== undefined) {
    await writeAudience(tx, sectionId, 'readers', readers)
    await leaveReadReplicas(tx)
  }
  if (writers !== undefined) await writeAudience(tx, sectionId, 'writers', writers)
}

async function writeAudience(
  tx: Transaction,
  sectionId: string,
  act: Act,
  audience: Audience,
): Promise<void> {
  const { column, groups } = acts[act]
  const keys = [...new Set(keysOf(audience))]
  const kind = typeof audience === 'string' ? audience : 'Groups'
  await tx.query(sql`UPDATE section SET ${column} = ${kind}::"Audience" WHERE id = ${sectionId}::uuid`)
  await tx.query(sql`DELETE FROM ${groups} WHERE section_id = ${sectionId}::uuid`)
  const named = await tx.rowCount(sql`
    INSERT INTO ${groups} (section_id, group_id)
    SELECT ${sectionId}::uuid, id FROM (
      SELECT id FROM member_group WHERE key = ANY(${keys}::text[]) ORDER BY id FOR KEY SHARE
    ) AS named`)
  if (named !== keys.length) throw new ApiError(errors.namedGroupNotFound)
}

const keysOf = (audience: Audience | undefined) => (typeof audience === 'object' ? audience.groups : [])

/** Makes the groups that do not exist yet, empty and named as their keys. */
export async function makeNamedGroups(
  tx: Transaction,
  { readers, writers }: Partial<SectionAccess>,
): Promise<void> {
  for (const key of new Set([...keysOf(readers), ...keysOf(writers)]))
    await tx.query(sql`
      INSERT INTO member_group (id, key, display_name) VALUES (${newId()}, ${key}, ${key}) ON CONFLICT DO NOTHING`)
}

/** How few an audience takes in. */
const narrowness = ({ column }: (typeof acts)[Act], section: Sql) =>
  sql`array_position(ARRAY['Everyone', 'Members', 'Groups', 'Moderators'], ${section}.${column}::text)`

/** Whether the section `below` is for more than the section `above`. */
const isWider = (act: (typeof acts)[Act]) => sql`(
    ${narrowness(act, raw('below'))} < ${narrowness(act, raw('above'))}
    OR below.${act.column} = 'Groups' AND above.${act.column} = 'Groups' AND EXISTS (
      SELECT FROM ${act.groups} AS own WHERE own.section_id = below.id AND NOT EXISTS (
        SELECT FROM ${act.groups} AS named WHERE named.section_id = above.id AND named.group_id = own.group_id
      )
    )
  )`

/**
 * Whether the section is for more than its parent, or one of its children for more than it; of writers, everyone is every
 * member.
 */
export async function isOutOfOrder(tx: Transaction, sectionId: string): Promise<boolean> {
  const { readers, writers } = acts
  return tx.hasRows(sql`
    SELECT FROM section AS below JOIN section AS above ON above.id = below.parent_id
    WHERE ${sectionId}::uuid IN (below.id, above.id)
      AND (${isWider(readers)} OR above.writers NOT IN ('Everyone', 'Members') AND ${isWider(writers)}) LIMIT 1`)
}
