import { createHash } from 'node:crypto'
import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/** A token bucket: `burst` at once, `perHour` in the long run. */
export interface Bucket {
  key: string
  burst: number
  perHour: number
}

/** The contract's limit on POST /outbound_email, for the whole deployment. */
export const operatorBucket: Bucket = { key: 'operator', burst: 50, perHour: 4 }

const MAX_MAILS = 5
/** Only whoever has signed in to the account causes these, and a thief who wears them out has told the owner this often. */
const MAX_CHANGES = 20

/**
 * The mails of one kind for one address, whoever requests them: strangers' requests of another kind never keep its
 * owner from a reset. The key does not reveal the address; a `+` suffix leads to the same mailbox.
 */
export function recipientBucket(kind: string, recipient: string): Bucket {
  const [, mailbox = '', host = ''] = /^([^+@]*)[^@]*(@.*)$/s.exec(recipient.toLowerCase()) ?? []
  const digest = createHash('sha256').update(`${mailbox}${host}`).digest('hex')
  const most = kind === 'AccountChanged' ? MAX_CHANGES : MAX_MAILS
  return { key: `recipient:${kind}:${digest}`, burst: most, perHour: most }
}

/** Takes one token, in the transaction of what it is for. False, with nothing written, if there is none. */
export function takeToken(tx: Transaction, { key, burst, perHour }: Bucket): Promise<boolean> {
  const rate = perHour / 3600
  return tx.hasRows(sql`
    INSERT INTO rate_bucket AS bucket (key, tokens, refilled_at, full_at)
    VALUES (${key}, ${burst}::float8 - 1, clock_timestamp(), clock_timestamp() + make_interval(secs => 1 / ${rate}::float8))
    ON CONFLICT (key) DO UPDATE SET
      tokens = refilled(bucket.tokens, bucket.refilled_at, ${burst}, ${rate}) - 1,
      refilled_at = greatest(bucket.refilled_at, clock_timestamp()),
      full_at = clock_timestamp() + make_interval(secs =>
        (${burst}::float8 + 1 - refilled(bucket.tokens, bucket.refilled_at, ${burst}, ${rate})) / ${rate}::float8)
    WHERE refilled(bucket.tokens, bucket.refilled_at, ${burst}, ${rate}) >= 1`)
}

/** The number of tokens now. */
export async function tokensLeft(db: Queries, { key, burst, perHour }: Bucket): Promise<number> {
  const left = await db.maybeScalar<number>(sql`
    SELECT refilled(tokens, refilled_at, ${burst}, ${perHour / 3600}) FROM rate_bucket WHERE key = ${key}`)
  return left ?? burst
}

/** A full bucket is the same as none. */
export function purgeFullBuckets(db: Queries): Promise<number> {
  return purgeRows(db, 'rate_bucket', sql`full_at < now()`)
}
