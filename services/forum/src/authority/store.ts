import type pg from 'pg'
import type { Role } from './role.ts'

export interface HeldRole {
  readonly role: Role
  /** Set for a Moderator alone. */
  readonly sectionId: string | null
}

interface ActorRow {
  roles: HeldRole[]
  mutes: (string | null)[]
  knownName: string | null
}

/** SQL through the pool: every request of a member begins with this query. */
const READ_ACTOR = `
  SELECT
    ARRAY(
      SELECT json_build_object('role', role, 'sectionId', section_id) FROM role_grant WHERE user_id = $1
    ) AS roles,
    ARRAY(
      SELECT section_id::text FROM sanction
      WHERE user_id = $1 AND kind = 'Mute' AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())
    ) AS mutes,
    (SELECT display_name FROM known_user WHERE id = $1) AS "knownName"`

const REMEMBER = `
  INSERT INTO known_user AS known (id, display_name, created_at) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name
  WHERE known.display_name <> excluded.display_name`

/** What the forum knows of an acting member: roles held, mutes in force (sections, null for the forum), name. */
export async function readActor(pool: pg.Pool, userId: string): Promise<ActorRow> {
  const { rows } = await pool.query<ActorRow>({ name: 'actor', text: READ_ACTOR, values: [userId] })
  return rows[0]!
}

/** The credentials tell the name as it is now, which an event may not have told yet. */
export async function rememberUser(
  pool: pg.Pool,
  user: { id: string; displayName: string; createdAt: string },
): Promise<void> {
  await pool.query({ name: 'remember', text: REMEMBER, values: [user.id, user.displayName, user.createdAt] })
}
