import type { Role } from '@agora/shared/contracts/roles'
import type { Queries } from '@agora/shared/database/sql'
import { noteRenameSql } from '../renaming/sql.ts'
import { nameOf } from '../resources/sql.ts'

export interface HeldRole {
  readonly role: Role
  /** Set for a Moderator only. */
  readonly sectionId: string | null
}

/** A section that not everybody may read. */
interface ClosedSection {
  id: string
  /** Whether the member may read it without a role; false for others than members. */
  admits: boolean
}

/**
 * What decides for a caller: roles held, mutes in force (sections, null for the forum), sections where only others may
 * write, sections where nobody may, sections that not everybody may read, and the name stored here. Others than members
 * have but the sections.
 */
export interface ActorFacts {
  roles: HeldRole[]
  mutes: (string | null)[]
  barred: string[]
  archived: string[]
  closed: ClosedSection[]
  knownName: string | null
}

/** A sanction in force: neither lifted nor expired. */
export const IN_FORCE = 'deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())'

/** Whether one of the section's groups takes the member in. */
const isInGroupSql = (
  table: 'section_reader_group' | 'section_writer_group',
  section: string,
  userId: string,
) => `EXISTS (
        SELECT FROM ${table} AS named JOIN group_member AS m ON m.group_id = named.group_id
        WHERE named.section_id = ${section}.id AND m.user_id = ${userId}
      )`

/** Whether a member may read the section without a role. */
const admitsSql = (section: string, userId: string) => `(
      ${section}.readers IN ('Everyone', 'Members') OR ${isInGroupSql('section_reader_group', section, userId)}
    )`

/** Whether a member may read the section under a session of theirs; only the gateway knows who is an administrator. */
export const mayReadSql = (section: string, userId: string) => `(${admitsSql(section, userId)} OR EXISTS (
      SELECT FROM role_grant AS g
      WHERE g.user_id = ${userId} AND (g.section_id IS NULL OR g.section_id = ${section}.id)
    ))`

const closedSql = (admits: string) => `ARRAY(
      SELECT json_build_object('id', s.id, 'admits', ${admits}) FROM section AS s WHERE s.readers <> 'Everyone'
    )`

/** The `ActorFacts` of somebody who is no member, in JSON. */
export const GUEST_FACTS = `json_build_object(
    'roles', ARRAY[]::text[], 'mutes', ARRAY[]::text[], 'barred', ARRAY[]::text[], 'archived', ARRAY[]::text[],
    'closed', ${closedSql('false')}
  )`

/**
 * The `ActorFacts` in JSON of a member, or of a guest if the parameter is null; also for statements that load what is
 * acted on.
 */
export const actorFactsSql = (
  userId: string,
) => `CASE WHEN ${userId}::uuid IS NULL THEN ${GUEST_FACTS} ELSE json_build_object(
    'roles', ARRAY(
      SELECT json_build_object('role', role, 'sectionId', section_id) FROM role_grant WHERE user_id = ${userId}
    ),
    'mutes', ARRAY(
      SELECT section_id FROM sanction WHERE user_id = ${userId} AND kind = 'Mute' AND ${IN_FORCE}
    ),
    'barred', ARRAY(
      SELECT s.id FROM section AS s
      WHERE s.writers IN ('Groups', 'Moderators') AND NOT ${isInGroupSql('section_writer_group', 's', userId)}
    ),
    'archived', ARRAY(SELECT id FROM section WHERE is_archived),
    'closed', ${closedSql(admitsSql('s', userId))},
    'knownName', ${nameOf(userId)}
  ) END`

const READ_FACTS = { name: 'actor', text: `SELECT ${actorFactsSql('$1')} AS facts` }

const REMEMBER = `
  WITH ${noteRenameSql('$1', '$2')}
  INSERT INTO known_user AS known (id, display_name, created_at)
  SELECT $1::uuid, $2, $3::timestamptz FROM (SELECT count(*) FROM due) AS noted
  ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name
  WHERE known.display_name <> excluded.display_name AND known.erased_at IS NULL`

/** What a member may see, or a guest for null. */
export const readActorFacts = (db: Queries, userId: string | null) =>
  db.scalar<ActorFacts>({ values: [userId], ...READ_FACTS })

/** The sections that not everybody may read. */
export async function readClosedSections(db: Queries): Promise<string[]> {
  return (await readActorFacts(db, null)).closed.map(({ id }) => id)
}

/** The credentials have the current name, which an event may not have brought yet. */
export async function rememberUser(
  db: Queries,
  user: { id: string; displayName: string; createdAt: string },
): Promise<void> {
  await db.query({ name: 'remember', text: REMEMBER, values: [user.id, user.displayName, user.createdAt] })
}
