import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

export interface NewDevice {
  hash: Buffer
  userCodeHash: Buffer
  clientId: string
  payload: string
  /** In seconds. */
  lifetime: number
}

/** The seconds between two questions of a device, which grow by as many each time that it asks sooner (RFC 8628). */
export const POLL_SECONDS = 5
/** A device whose clock or network is off by this is not too soon. */
const GRACE_SECONDS = 1

/** False if another device has the same user code. */
export const insertDevice = (db: Queries, device: NewDevice) =>
  db.hasRows(sql`
    INSERT INTO oauth_device (code_hash, user_code_hash, client_id, payload, interval_seconds, expires_at)
    VALUES (${device.hash}, ${device.userCodeHash}, ${device.clientId}, ${device.payload}, ${POLL_SECONDS},
      now() + make_interval(secs => ${device.lifetime}))
    ON CONFLICT (user_code_hash) DO NOTHING`)

/** What a device finds that asks. */
export interface PolledDevice {
  payload: string
  isDecided: boolean
  /** Whether it has asked again too soon. */
  isTooSoon: boolean
}

export const pollDevice = (db: Queries, hash: Buffer) =>
  db.maybeOne<PolledDevice>(sql`
    UPDATE oauth_device d SET polled_at = now(),
      interval_seconds = d.interval_seconds + CASE WHEN before."isTooSoon" THEN ${POLL_SECONDS}::int ELSE 0 END
    FROM (
      SELECT code_hash, coalesce(
        polled_at > now() - make_interval(secs => interval_seconds - ${GRACE_SECONDS}::int), false
      ) AND decided_at IS NULL AND expires_at > now() AS "isTooSoon"
      FROM oauth_device WHERE code_hash = ${hash} FOR UPDATE
    ) AS before
    WHERE d.code_hash = before.code_hash
    RETURNING d.payload, d.decided_at IS NOT NULL AS "isDecided", before."isTooSoon"`)

/** Gives a device its answer; false if it had it before. */
export const consumeDevice = (db: Queries, hash: Buffer) =>
  db.hasRows(sql`
    UPDATE oauth_device SET consumed_at = now() WHERE code_hash = ${hash} AND consumed_at IS NULL`)

/** A request that waits for a member. */
export interface WaitingDevice {
  hash: Buffer
  clientId: string
  payload: string
}

export const readWaitingDevice = (db: Queries, userCodeHash: Buffer) =>
  db.maybeOne<WaitingDevice>(sql`
    SELECT code_hash AS hash, client_id::text AS "clientId", payload FROM oauth_device
    WHERE user_code_hash = ${userCodeHash} AND decided_at IS NULL AND expires_at > now()`)

/** Takes down a member's answer; false if there is one already, or it comes too late. */
export const decideDevice = (
  tx: Transaction,
  { hash, grantId, payload }: { hash: Buffer; grantId: string | null; payload: string },
) =>
  tx.hasRows(sql`
    UPDATE oauth_device SET decided_at = now(), grant_id = ${grantId}::uuid, payload = ${payload}
    WHERE code_hash = ${hash} AND decided_at IS NULL AND expires_at > now()`)
