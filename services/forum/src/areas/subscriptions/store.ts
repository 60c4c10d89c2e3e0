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

const ownSql = (target: string, user: string) =>
  `(SELECT level FROM subscription WHERE target_id = ${target} AND user_id = ${user})`

/** Among the sections in `places (id, n)`, the choice for the nearest. */
const nearestSql = (places: string, user: string) => `(
    SELECT chosen.level FROM (${places}) AS place (id, n)
    JOIN subscription AS chosen ON chosen.target_id = place.id AND chosen.user_id = ${user}
    ORDER BY place.n LIMIT 1
  )`

const ancestorsOf = (section: string) => `
    SELECT (a.value ->> 'id')::uuid, a.ordinality::int
    FROM jsonb_array_elements(${section}.ancestors) WITH ORDINALITY AS a`

const isWatchedByItselfSql = (thread: string, user: string) => `(
    EXISTS (SELECT FROM thread_participant WHERE thread_id = ${thread} AND user_id = ${user})
    AND coalesce((SELECT auto_watch FROM notification_setting WHERE user_id = ${user}), true)
  )`

/** The member `user`'s subscription to the thread aliased `t`, of the section aliased `s`, in JSON. */
export const subscriptionToThreadSql = (user: string) => `json_build_object(
    'own', ${ownSql('t.id', user)},
    'above', ${nearestSql(`SELECT s.id, 0 UNION ALL ${ancestorsOf('s')}`, user)},
    'isWatchedByItself', ${isWatchedByItselfSql('t.id', user)}
  )`

/** The same for the section aliased `s`. */
export const subscriptionToSectionSql = (user: string) => `json_build_object(
    'own', ${ownSql('s.id', user)}, 'above', ${nearestSql(ancestorsOf('s'), user)}, 'isWatchedByItself', false
  )`

const ofThread = {
  name: 'thread-subscription',
  text: `
    SELECT ${subscriptionToThreadSql('$2::uuid')} AS subscription
    FROM thread AS t JOIN section AS s ON s.id = t.section_id WHERE t.id = $1::uuid`,
}
const ofSection = {
  name: 'section-subscription',
  text: `
    SELECT ${subscriptionToSectionSql('$2::uuid')} AS subscription
    FROM section AS s WHERE s.id = $1::uuid`,
}

/** The subscription to a thread or section that exists. */
export async function readSubscription(
  db: Queries,
  kind: 'thread' | 'section',
  targetId: string,
  userId: string,
): Promise<SubscriptionState> {
  const statement = kind === 'thread' ? ofThread : ofSection
  return db.scalar<SubscriptionState>({
    values: [targetId, userId],
    ...statement,
  })
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
