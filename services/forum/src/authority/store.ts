import type { Queries } from '@agora/shared/database/sql'
import { noteRenameSql } from '../renaming/sql.ts'
import { nameOf } from '../sql.ts'
import type { Role } from './role.ts'

export interface HeldRole {
  readonly role: Role
  /** Set for a Moderator only. */
  readonly sectionId: string | null
}

/**
 * What decides for an acting member: roles held, mutes in force (sections, null for the forum), sections where only
 * others may write, and the name stored here.
 */
export interface ActorFacts {
  roles: HeldRole[]
  mutes: (string | null)[]
  barred: string[]
  knownName: string | null
}

/** A sanction in force: neither lifted nor expired. */
export const IN_FORCE = 'deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())'

/** A member's `ActorFacts` in JSON, null if the parameter is; also for statements that load what is acted on. */
export const actorFactsSql = (
  userId: string,
) => `CASE WHEN ${userId}::uuid IS NOT NULL THEN json_build_object(
    'roles', ARRAY(
      SELECT json_build_object('role', role, 'sectionId', section_id) FROM role_grant WHERE user_id = ${userId}
    ),
    'mutes', ARRAY(
      SELECT section_id FROM sanction WHERE user_id = ${userId} AND kind = 'Mute' AND ${IN_FORCE}
    ),
    'barred', ARRAY(
      SELECT s.id FROM section AS s WHERE s.writers IN ('Groups', 'Moderators') AND NOT EXISTS (
        SELECT FROM section_writer_group AS w JOIN group_member AS m ON m.group_id = w.group_id
        WHERE w.section_id = s.id AND m.user_id = ${userId}
      )
    ),
    'knownName', ${nameOf(userId)}
  ) END`

const READ_FACTS = { name: 'actor', text: `SELECT ${actorFactsSql('$1')} AS facts` }

const REMEMBER = `
  WITH ${noteRenameSql('$1', '$2')}
  INSERT INTO known_user AS known (id, display_name, created_at) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name
  WHERE known.display_name <> excluded.display_name AND known.erased_at IS NULL`

export async function readActorFacts(db: Queries, userId: string): Promise<ActorFacts> {
  const { rows } = await db.query<{ facts: ActorFacts }>({ values: [userId], ...READ_FACTS })
  return rows[0]!.facts
}

/** The credentials have the current name, which an event may not have brought yet. */
export async function rememberUser(
  db: Queries,
  user: { id: string; displayName: string; createdAt: string },
): Promise<void> {
  await db.query({ name: 'remember', text: REMEMBER, values: [user.id, user.displayName, user.createdAt] })
}
