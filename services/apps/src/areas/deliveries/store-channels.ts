import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { Claim } from './store-due.ts'
import { lockLine } from './store-lines.ts'

/** Whether a channel's receiver is gone. */
export interface ChannelState {
  isGone: boolean
  since: Date
}

export const readChannelState = (db: Queries, id: string) =>
  db.one<ChannelState>(sql`
    SELECT gone_at IS NOT NULL AS "isGone", coalesce(gone_at, resumed_at, created_at) AS since
    FROM channel WHERE id = ${id}::uuid`)

/** Whether another attempt that was under way has found the receiver gone; no further one does before the transaction ends. */
export async function isChannelGone(tx: Transaction, { channelId, resumedAt }: Claim): Promise<boolean> {
  await lockLine(tx, channelId)
  return tx.hasRows(sql`
    SELECT FROM channel WHERE id = ${channelId}::uuid AND gone_at IS NOT NULL
      AND resumed_at IS NOT DISTINCT FROM ${resumedAt}`)
}

/** Nothing more is delivered to the channel until it is resumed; unless it was since the attempt began. */
export async function markChannelGone(tx: Queries, { channelId, resumedAt }: Claim): Promise<void> {
  await tx.query(sql`
    UPDATE channel SET gone_at = now() WHERE id = ${channelId}::uuid AND gone_at IS NULL
      AND resumed_at IS NOT DISTINCT FROM ${resumedAt}`)
}

/** Nothing is delivered to the channel for so many seconds. */
export async function pauseChannel(tx: Queries, { channelId }: Claim, seconds: number): Promise<void> {
  await tx.query(sql`
    UPDATE channel SET paused_until = greatest(paused_until, now() + make_interval(secs => ${seconds}::float8))
    WHERE id = ${channelId}::uuid`)
}

export async function reopenChannel(db: Queries, id: string): Promise<void> {
  await db.query(sql`
    UPDATE channel SET gone_at = NULL, paused_until = NULL, resumed_at = now()
    WHERE id = ${id}::uuid AND gone_at IS NOT NULL`)
}
