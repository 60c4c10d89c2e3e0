import type { Page } from '@agora/shared/contracts/pagination'
import type { Database } from '@agora/shared/database/database'
import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, sql } from '@agora/shared/database/sql'
import { type ActorFacts, actorFactsSql } from '../../authority/store.ts'
import type { Reference } from '../../resources/references.ts'
import { nameOf } from '../../resources/sql.ts'
import { countsSql, type ReactionCount, type ReactionsOfPost, reactionsOfPageSql } from './sql.ts'

/** A member's reaction. */
export interface Reaction {
  postId: string
  key: string
  userId: string
}

/** What decides who may react to a post, and who may see its reactions. */
export interface ReactablePost {
  id: string
  authorId: string
  isHidden: boolean
  sectionId: string
  threadIsDeleted: boolean
  facts: ActorFacts
}

export const readReactablePost = (db: Queries, id: string, userId: string | null) =>
  db.maybeOne<ReactablePost>({
    name: 'reactable-post',
    text: `
      SELECT p.id, p.author_id AS "authorId", p.is_hidden AS "isHidden", t.section_id AS "sectionId",
        t.is_deleted AS "threadIsDeleted", ${actorFactsSql('$2')} AS facts
      FROM post AS p JOIN thread AS t ON t.id = p.thread_id WHERE p.id = $1`,
    values: [id, userId],
  })

/** Returns false if it was given already. */
export const giveReaction = (db: Queries, { postId, key, userId }: Reaction) =>
  db.hasRows({
    name: 'give-reaction',
    text: `
      WITH given AS (
        INSERT INTO reaction AS r (post_id, key, user_id, time)
        VALUES ($1, $2, $3, date_trunc('milliseconds', clock_timestamp()))
        ON CONFLICT (post_id, key, user_id) DO UPDATE SET is_given = true, time = excluded.time WHERE NOT r.is_given
        RETURNING post_id, key
      )
      INSERT INTO reaction_tally AS t (post_id, key, count) SELECT post_id, key, 1 FROM given
      ON CONFLICT (post_id, key) DO UPDATE SET count = t.count + 1`,
    values: [postId, key, userId],
  })

const TAKE = `
  WITH taken AS (
    UPDATE reaction SET is_given = false
    WHERE post_id = $1 AND key = $2 AND user_id = $3 AND is_given RETURNING post_id, key, told_in
  )
  UPDATE reaction_tally AS t SET count = t.count - 1
  FROM taken WHERE t.post_id = taken.post_id AND t.key = taken.key RETURNING taken.told_in AS "toldIn"`

/** The unread notification of the reaction stands for one less, and names the last of the others. */
const UNTELL = `
  UPDATE notification AS n SET reactions = n.reactions - 1, actor_id = coalesce((
      SELECT r.user_id FROM reaction AS r WHERE r.post_id = $2 AND r.told_in = n.id AND r.is_given
      ORDER BY r.time DESC LIMIT 1
    ), n.actor_id)
  WHERE n.id = $1 AND n.read_at IS NULL RETURNING n.reactions`

/**
 * Takes a reaction back, if it is given. Only where its author has read of it does its row stay, so that giving it again
 * notifies nobody anew.
 */
export async function takeReactionBack(db: Database, { postId, key, userId }: Reaction): Promise<void> {
  await db.transaction(async (tx) => {
    const values = [postId, key, userId]
    const toldIn = await tx.maybeScalar<string | null>({
      name: 'take-reaction',
      text: TAKE,
      values,
    })
    if (toldIn === undefined) return
    if (toldIn !== null) {
      const others = await tx.maybeScalar<number>({
        name: 'untell-reaction',
        text: UNTELL,
        values: [toldIn, postId],
      })
      if (others === undefined) return
      if (others === 0)
        await tx.query({
          name: 'untell-reactions',
          text: 'DELETE FROM notification WHERE id = $1',
          values: [toldIn],
        })
    }
    await tx.query({
      name: 'forget-reaction',
      text: 'DELETE FROM reaction WHERE post_id = $1 AND key = $2 AND user_id = $3',
      values,
    })
  })
}

/** A post's reactions of these kinds, in their order. */
export const readReactions = (
  db: Queries,
  postId: string,
  { keys, userId }: { keys: readonly string[]; userId: string | null },
) =>
  db.scalar<ReactionCount[]>({
    name: 'reactions',
    text: `SELECT ${countsSql('$1', '$2', '$3')} AS reactions`,
    values: [postId, keys, userId],
  })

/** A thread's reactions, and what decides who may see them. */
export interface ReactionsOfThread {
  sectionId: string
  isDeleted: boolean
  facts: ActorFacts
  posts: ReactionsOfPost[]
}

const ofThread = (by: Reference['by']) => ({
  name: `reactions-of-thread-by-${by}`,
  text: `
    SELECT t.section_id AS "sectionId", t.is_deleted AS "isDeleted", ${actorFactsSql('$5')} AS facts, ${reactionsOfPageSql('$4', '$6')} AS posts
    FROM thread AS t WHERE t.${by} = $1`,
})
const ofThreads = { id: ofThread('id'), key: ofThread('key') }

/** In one statement, since a thread's page takes it each time; undefined if there is no such thread. */
export const readReactionsOfThread = (
  db: Queries,
  { by, value }: Reference,
  { offset, limit }: Page,
  { keys, actorId, userId }: { keys: readonly string[]; actorId: string | null; userId: string | null },
) =>
  db.maybeOne<ReactionsOfThread>({
    ...ofThreads[by],
    values: [value, offset, limit, keys, actorId, userId],
  })

/** Which members gave a reaction, newest first, and how many did: imported ones are nobody's here. */
export const readReactingMembers = (db: Queries, postId: string, key: string, { offset, limit }: Page) =>
  db.one<{ count: number; members: { id: string; name: string | null }[] }>({
    name: 'reacting-members',
    text: `
      SELECT coalesce((SELECT count - imported FROM reaction_tally WHERE post_id = $1 AND key = $2), 0) AS count,
        array_to_json(ARRAY(
          SELECT row_to_json(one) FROM (
            SELECT r.user_id AS id, ${nameOf('r.user_id')} AS name FROM reaction AS r
            WHERE r.post_id = $1 AND r.key = $2 AND r.is_given
            ORDER BY r.time DESC, r.user_id DESC OFFSET $3::bigint LIMIT $4::bigint
          ) AS one
        )) AS members`,
    values: [postId, key, offset, limit],
  })

/** Some of a member's reactions. */
export const readReactionsOfMember = (db: Queries, userId: string, limit: number) =>
  db.all<Reaction>({
    name: 'reactions-of-member',
    text: `
      SELECT post_id AS "postId", key, user_id AS "userId" FROM reaction WHERE user_id = $1 AND is_given
      ORDER BY post_id, key LIMIT $2`,
    values: [userId, limit],
  })

/** Those whose rows were kept so that they notify once. */
export async function forgetReactionsTakenBack(db: Queries, userId: string): Promise<void> {
  await purgeRows(db, 'reaction', sql`user_id = ${userId} AND NOT is_given`)
}
