import { randomBytes } from 'node:crypto'
import { prepared, type Queries, sql } from '@agora/shared/database/sql'
import type { Sealer } from '@agora/shared/sealing'

interface Rotation {
  createdAt: Date
  /** Until when the previous secret signs too; null if there was none. */
  previousUntil: Date | null
}

const SECRET_BYTES = 32

interface SecretRow {
  current: Buffer
  previous: Buffer | null
}

export type ChannelSecrets = ReturnType<typeof createChannelSecrets>

/** The secrets that sign a channel's deliveries. `overlap`: how long a replaced secret still signs, in seconds. */
export function createChannelSecrets(db: Queries, sealer: Sealer, overlap: number) {
  const read = (channelId: string) => {
    const signing = sql`
      SELECT current, CASE WHEN previous_until > now() THEN previous END AS previous
      FROM channel_secret WHERE channel_id = ${channelId}::uuid`
    return db.maybeOne<SecretRow>(prepared('secret-signing', signing))
  }
  const create = async (channelId: string) => {
    const sealed = sealer.seal(randomBytes(SECRET_BYTES), channelId)
    await db.query(sql`
      INSERT INTO channel_secret (channel_id, current) VALUES (${channelId}::uuid, ${sealed}) ON CONFLICT DO NOTHING`)
    return (await read(channelId))!
  }
  return {
    /** The current secret first, then the previous one while it is still valid. Omits any that cannot be opened. */
    async signing(channelId: string): Promise<Buffer[]> {
      const { current, previous } = (await read(channelId)) ?? (await create(channelId))
      return [current, previous].flatMap((sealed) => (sealed && sealer.open(sealed, channelId)) ?? [])
    },

    /** Replaces the current secret with a new one, which is returned only here. */
    async rotate(channelId: string): Promise<Rotation & { secret: Buffer }> {
      const secret = randomBytes(SECRET_BYTES)
      const sealed = sealer.seal(secret, channelId)
      // One statement, so that the second of two simultaneous rotations keeps the first one's secret as the previous.
      const rotation = await db.one<Rotation>(sql`
        INSERT INTO channel_secret AS stored (channel_id, current, created_at)
        VALUES (${channelId}::uuid, ${sealed}, now())
        ON CONFLICT (channel_id) DO UPDATE SET current = excluded.current, created_at = excluded.created_at,
          previous = stored.current, previous_until = now() + make_interval(secs => ${overlap}::float8)
        RETURNING created_at AS "createdAt", previous_until AS "previousUntil"`)
      return { secret, ...rotation }
    },

    /** Reseals with the newest key everything sealed with an older one, which is no longer needed afterwards. */
    async sealAllAnew(): Promise<void> {
      const stored = await db.all<SecretRow & { channelId: string }>(
        sql`SELECT channel_id::text AS "channelId", current, previous FROM channel_secret`,
      )
      for (const { channelId, current, previous } of stored) {
        const newCurrent = sealer.sealAnew(current, channelId)
        const newPrevious = previous ? sealer.sealAnew(previous, channelId) : undefined
        if (!newCurrent && !newPrevious) continue
        // Only if nobody has rotated the secret meanwhile.
        await db.query(sql`
          UPDATE channel_secret SET current = ${newCurrent ?? current}, previous = ${newPrevious ?? previous}
          WHERE channel_id = ${channelId}::uuid AND current = ${current} AND previous IS NOT DISTINCT FROM ${previous}`)
      }
    },
  }
}
