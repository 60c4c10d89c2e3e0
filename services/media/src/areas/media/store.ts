import type { Database } from '@agora/shared/database/database'
import { sql, type Transaction } from '@agora/shared/database/sql'

/** A picture that its owner was told of. */
export interface StoredMedia {
  readonly id: string
  readonly ownerId: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly isAnimated: boolean
  readonly createdAt: Date
  /** When it was last chosen to show a section or the site by; null if never. */
  readonly chosenAt: Date | null
}

/** What an account may send, in pictures of the last 24 hours and in bytes at any time. */
export interface Quota {
  readonly perDay: number
  readonly bytes: number
}

/** An upload that failed, or whose process was killed, long enough ago: none takes so long. */
const UNFINISHED = '10 minutes'
const BATCH = 100
/** An account's uploads that have not come to their end. */
const MAX_UNDER_WAY = 10
/** How many uploads of a day are read for each picture that may become of them: rubbish costs as much as a picture. */
const ATTEMPTS_PER_PICTURE = 10

const UNLIMITED = Number.MAX_SAFE_INTEGER

const COLUMNS = sql`
  id, owner_id AS "ownerId", width, height, bytes, is_animated AS "isAnimated", created_at AS "createdAt",
  chosen_at AS "chosenAt"`

export type MediaStore = ReturnType<typeof createMediaStore>

/** Serializes what an account does here, with its erasure too. False if it is erased, or was never looked up. */
export async function lockOwner(tx: Transaction, id: string): Promise<boolean> {
  const isThere = await tx.maybeScalar<boolean>(sql`
    SELECT erased_at IS NULL FROM known_user WHERE id = ${id} FOR UPDATE`)
  return isThere ?? false
}

/** What an account has sent; what was imported for it is none of it. */
const bytesOf = (tx: Transaction, ownerId: string) =>
  tx.scalar<number>(sql`
    SELECT coalesce(sum(bytes), 0)::bigint FROM media
    WHERE owner_id = ${ownerId} AND gone_at IS NULL
      AND NOT EXISTS (SELECT FROM imported_media WHERE media_id = media.id)`)

export function createMediaStore(db: Database) {
  return {
    /** Counts an upload before its first byte; of twenty at once exactly as many pass as may. */
    begin: (id: string, ownerId: string, quota: Quota | undefined) =>
      db.transaction(async (tx): Promise<'begun' | 'erased' | 'too many' | 'full'> => {
        if (!(await lockOwner(tx, ownerId))) return 'erased'
        if (quota && (await bytesOf(tx, ownerId)) >= quota.bytes) return 'full'
        const { perDay = UNLIMITED } = quota ?? {}
        const isBegun = await tx.hasRows(sql`
          WITH begun AS (
            INSERT INTO upload (id, owner_id)
            SELECT ${id}, ${ownerId}
            WHERE (
              SELECT count(*) FROM upload WHERE owner_id = ${ownerId} AND created_at > now() - interval '24 hours'
            ) < ${perDay}::bigint AND (
              SELECT count(*) FROM upload WHERE owner_id = ${ownerId} AND NOT is_kept
            ) < ${quota ? MAX_UNDER_WAY : UNLIMITED}::bigint AND (
              SELECT count(*) FROM attempt WHERE owner_id = ${ownerId} AND created_at > now() - interval '24 hours'
            ) < ${Math.min(perDay * ATTEMPTS_PER_PICTURE, UNLIMITED)}::bigint
            RETURNING id, owner_id
          )
          INSERT INTO attempt (id, owner_id) SELECT id, owner_id FROM begun`)
        return isBegun ? 'begun' : 'too many'
      }),

    /**
     * Makes a picture of an upload whose files are kept, unless the account may not have it any more. `alongside` runs in
     * the same transaction.
     */
    keep: (
      media: Omit<StoredMedia, 'createdAt' | 'chosenAt'>,
      quota: Quota | undefined,
      alongside?: (tx: Transaction) => Promise<void>,
    ) =>
      db.transaction(async (tx): Promise<StoredMedia | 'erased' | 'full'> => {
        const { id, ownerId, width, height, bytes, isAnimated } = media
        if (!(await lockOwner(tx, ownerId))) return 'erased'
        if (quota && (await bytesOf(tx, ownerId)) + bytes > quota.bytes) return 'full'
        // One that was given up as unfinished is no more: its files are gone.
        const isThere = await tx.hasRows(
          sql`UPDATE upload SET is_kept = true WHERE id = ${id} AND NOT is_kept`,
        )
        if (!isThere) throw new Error(`the upload ${id} was given up`)
        const stored = await tx.one<StoredMedia>(sql`
          INSERT INTO media (id, owner_id, width, height, bytes, is_animated)
          VALUES (${id}, ${ownerId}, ${width}, ${height}, ${bytes}, ${isAnimated})
          RETURNING ${COLUMNS}`)
        await alongside?.(tx)
        return stored
      }),

    /** An upload that came to nothing is no picture of the day; that its bytes were read counts on. */
    async giveUp(id: string): Promise<void> {
      await db.query(sql`DELETE FROM upload WHERE id = ${id} AND NOT is_kept`)
    },

    async find(id: string): Promise<StoredMedia | undefined> {
      return db.maybeOne<StoredMedia>(sql`SELECT ${COLUMNS} FROM media WHERE id = ${id} AND gone_at IS NULL`)
    },

    /**
     * Deletes a picture for everybody, and the avatars made of it; of several at once one succeeds. Waits for claims of it
     * that are under way, so that they are seen.
     *
     * @param chosenAt it is not deleted if it was chosen since; undefined: even then.
     */
    async markGone(id: string, chosenAt?: Date | null): Promise<boolean> {
      const isAsked =
        chosenAt === undefined ? sql`true` : sql`chosen_at IS NOT DISTINCT FROM ${chosenAt}::timestamptz`
      return db.hasRows(sql`
        WITH found AS (
          SELECT id FROM media WHERE id = ${id} AND gone_at IS NULL AND ${isAsked} FOR UPDATE
        ), avatars AS (
          DELETE FROM avatar USING found WHERE media_id = found.id
        )
        UPDATE media SET gone_at = now() FROM found WHERE media.id = found.id`)
    },

    /** Some pictures that are gone, and have been for a while: whoever deleted them has not come to the end. */
    async leftGone(): Promise<string[]> {
      return db.scalars<string>(sql`
        SELECT id FROM media WHERE gone_at < now() - interval '1 minute' ORDER BY gone_at LIMIT ${BATCH}`)
    },

    /** The posts that show a picture. */
    async postsWith(id: string): Promise<string[]> {
      return db.scalars<string>(sql`
        SELECT substr(place, length('Post/') + 1) AS id FROM claim
        WHERE media_id = ${id} AND starts_with(place, 'Post/') ORDER BY place DESC`)
    },

    /** The account's next picture after this one, or its first; undefined after the last. */
    async idAfter(ownerId: string, after: string | null): Promise<string | undefined> {
      return db.maybeScalar<string>(sql`
        SELECT id FROM media WHERE owner_id = ${ownerId} AND gone_at IS NULL AND (${after}::uuid IS NULL OR id > ${after}::uuid)
        ORDER BY id LIMIT 1`)
    },

    /** Some of an account's pictures and uploads. */
    async idsOf(ownerId: string, but: readonly string[]): Promise<string[]> {
      return db.scalars<string>(sql`
        SELECT id FROM media WHERE owner_id = ${ownerId} AND id <> ALL(${but}::uuid[])
        UNION SELECT id FROM upload WHERE owner_id = ${ownerId} AND NOT is_kept LIMIT ${BATCH}`)
    },

    /** Forgets a picture that is gone; that it was sent counts on. */
    async dropGone(id: string): Promise<void> {
      await db.query(sql`DELETE FROM media WHERE id = ${id} AND gone_at IS NOT NULL`)
    },

    /** Forgets what an account has ever sent, and what was imported for it. */
    async forgetUploadsOf(ownerId: string): Promise<void> {
      await db.query(sql`DELETE FROM upload WHERE owner_id = ${ownerId}`)
      await db.query(sql`DELETE FROM attempt WHERE owner_id = ${ownerId}`)
      await db.query(sql`DELETE FROM imported_media WHERE owner_id = ${ownerId}`)
    },

    /** Some uploads that were begun long ago and came to nothing. */
    async unfinished(): Promise<string[]> {
      return db.scalars<string>(sql`
        SELECT id FROM upload WHERE NOT is_kept AND created_at < now() - ${UNFINISHED}::interval LIMIT ${BATCH}`)
    },

    /** Deletes what no limit counts any more. */
    async purgeUploads(): Promise<void> {
      await db.query(sql`DELETE FROM upload WHERE is_kept AND created_at < now() - interval '24 hours'`)
      await db.query(sql`DELETE FROM attempt WHERE created_at < now() - interval '24 hours'`)
    },
  }
}
