import { type Queries, sql } from '@agora/shared/database/sql'

export type Level = 'Watching' | 'Muted'

/** What decides a member's subscription to a thread or a section. */
export interface SubscriptionState {
  /** The member's own choice for it. */
  own: Level | null
  /** The member's choice for the nearest section above it. */
  above: Level | null
  /** Whether the member has written there, and watches where they write. */
  isWatchedByItself: boolean
}

const ownSql = `(SELECT level FROM subscription WHERE target_id = $1::uuid AND user_id = $2::uuid)`

/** Among the sections in `places (id, n)`, the choice for the nearest. */
const nearestSql = (places: string) => `(
    SELECT s.level FROM (${places}) AS place (id, n)
    JOIN subscription AS s ON s.target_id = place.id AND s.user_id = $2::uuid
    ORDER BY place.n LIMIT 1
  )`

const ancestorsOf = (section: string) => `
    SELECT (a.value ->> 'id')::uuid, a.ordinality::int
    FROM jsonb_array_elements(${section}.ancestors) WITH ORDINALITY AS a`

const ofThread = {
  name: 'thread-subscription',
  text: `
    SELECT ${ownSql} AS own, ${nearestSql(`SELECT section.id, 0 UNION ALL ${ancestorsOf('section')}`)} AS above,
      EXISTS (SELECT FROM thread_participant WHERE thread_id = $1::uuid AND user_id = $2::uuid)
      AND coalesce((SELECT auto_watch FROM notification_setting WHERE user_id = $2::uuid), true) AS "isWatchedByItself"
    FROM thread AS t JOIN section ON section.id = t.section_id WHERE t.id = $1::uuid`,
}
const ofSection = {
  name: 'section-subscription',
  text: `
    SELECT ${ownSql} AS own, ${nearestSql(ancestorsOf('section'))} AS above, false AS "isWatchedByItself"
    FROM section WHERE id = $1::uuid`,
}

/** The subscription to a thread or section that exists. */
export async function readSubscription(
  db: Queries,
  kind: 'thread' | 'section',
  targetId: string,
  userId: string,
): Promise<SubscriptionState> {
  const statement = kind === 'thread' ? ofThread : ofSection
  const { rows } = await db.query<SubscriptionState>({ values: [targetId, userId], ...statement })
  return rows[0]!
}

/** Sets the level. Its time changes only if the level does. */
export async function putSubscription(
  db: Queries,
  { targetId, userId, level }: { targetId: string; userId: string; level: Level },
): Promise<void> {
  await db.query(sql`
    INSERT INTO subscription AS s (target_id, user_id, level) VALUES (${targetId}, ${userId}, ${level}::"SubscriptionLevel")
    ON CONFLICT (target_id, user_id) DO UPDATE SET level = excluded.level, time = excluded.time
    WHERE s.level <> excluded.level`)
}

export async function deleteSubscription(
  db: Queries,
  { targetId, userId }: { targetId: string; userId: string },
): Promise<void> {
  await db.query(sql`DELETE FROM subscription WHERE target_id = ${targetId} AND user_id = ${userId}`)
}
