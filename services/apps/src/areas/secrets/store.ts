import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Sealer } from './sealing.ts'

/** The secrets that sign a channel's deliveries. */
export interface ChannelSecrets {
  /** The current secret first, then the previous one while it is still valid. Omits any that cannot be opened. */
  signing(channelId: string): Promise<Buffer[]>
  /** Replaces the current secret with a new one, which is returned only here. */
  rotate(channelId: string): Promise<RotatedSecret>
  /** Reseals with the newest key everything sealed with an older one, which is no longer needed afterwards. */
  sealAllAnew(): Promise<void>
}

export interface RotatedSecret {
  secret: Buffer
  createdAt: Date
  /** Until when the previous secret signs too; null if there was none. */
  previousUntil: Date | null
}

const SECRET_BYTES = 32

const SIGNING = `
  SELECT current, CASE WHEN previous_until > now() THEN previous END AS previous
  FROM channel_secret WHERE channel_id = $1::uuid`
const CREATE = `
  INSERT INTO channel_secret (channel_id, current) VALUES ($1::uuid, $2) ON CONFLICT DO NOTHING`
/** One statement, so that the second of two simultaneous rotations keeps the first one's secret as the previous. */
const ROTATE = `
  INSERT INTO channel_secret AS stored (channel_id, current, created_at) VALUES ($1::uuid, $2, now())
  ON CONFLICT (channel_id) DO UPDATE SET current = excluded.current, created_at = excluded.created_at,
    previous = stored.current, previous_until = now() + make_interval(secs => $3::float8)
  RETURNING created_at, previous_until`

const ALL = 'SELECT channel_id::text AS "channelId", current, previous FROM channel_secret'
/** Only if nobody has rotated the secret meanwhile. */
const REPLACE = `
  UPDATE channel_secret SET current = $4, previous = $5
  WHERE channel_id = $1::uuid AND current = $2 AND previous IS NOT DISTINCT FROM $3`

interface SecretRow {
  current: Buffer
  previous: Buffer | null
}

/** `overlap`: how long a replaced secret still signs, in seconds. */
export function createChannelSecrets(pool: pg.Pool, sealer: Sealer, overlap: number): ChannelSecrets {
  const read = async (channelId: string) => {
    const { rows } = await pool.query<SecretRow>({
      name: 'secret-signing',
      text: SIGNING,
      values: [channelId],
    })
    return rows[0]
  }
  const create = async (channelId: string) => {
    await pool.query(CREATE, [channelId, sealer.seal(randomBytes(SECRET_BYTES), channelId)])
    return (await read(channelId))!
  }
  return {
    signing: async (channelId) => {
      const { current, previous } = (await read(channelId)) ?? (await create(channelId))
      return [current, previous].flatMap((sealed) => (sealed && sealer.open(sealed, channelId)) ?? [])
    },
    rotate: async (channelId) => {
      const secret = randomBytes(SECRET_BYTES)
      const sealed = sealer.seal(secret, channelId)
      const { rows } = await pool.query<{ created_at: Date; previous_until: Date | null }>(ROTATE, [
        channelId,
        sealed,
        overlap,
      ])
      const { created_at, previous_until } = rows[0]!
      return { secret, createdAt: created_at, previousUntil: previous_until }
    },
    sealAllAnew: async () => {
      const { rows } = await pool.query<SecretRow & { channelId: string }>(ALL)
      for (const { channelId, current, previous } of rows) {
        const newCurrent = sealer.sealAnew(current, channelId)
        const newPrevious = previous ? sealer.sealAnew(previous, channelId) : undefined
        if (!newCurrent && !newPrevious) continue
        const values = [channelId, current, previous, newCurrent ?? current, newPrevious ?? previous]
        await pool.query(REPLACE, values)
      }
    },
  }
}
