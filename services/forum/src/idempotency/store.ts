import { purgeRows } from '@agora/shared/database/purge'
import {
  isUniqueViolation,
  type Queries,
  raw,
  type Sql,
  sql,
  type Transaction,
} from '@agora/shared/database/sql'

/** A creation that may be retried, as SHA-256 digests: neither key nor text is stored. */
export interface Attempt {
  /** A digest of the caller, the route with its ids, and the key. */
  readonly id: Buffer
  /** A digest of the parsed body. */
  readonly body: Buffer
}

const HOURS = 24

/** Records an attempt in the statement that creates, with the one row of `from`; fails if it is recorded already. */
export const recordAttemptOf = ({ id, body }: Attempt, creation: string, from: string): Sql => sql`
    INSERT INTO idempotency_key (id, body, creation_id) SELECT ${id}::bytea, ${body}::bytea, ${raw(creation)} FROM ${raw(from)}`

/** Records an attempt in the transaction that creates; fails if it is recorded already. */
export async function recordAttempt(
  tx: Transaction,
  attempt: Attempt | undefined,
  creationId: string,
): Promise<void> {
  if (!attempt) return
  await tx.query(sql`
    INSERT INTO idempotency_key (id, body, creation_id) VALUES (${attempt.id}, ${attempt.body}, ${creationId})`)
}

/** Whether a creation failed because its attempt is recorded already. */
export const isRepetition = (error: unknown) => isUniqueViolation(error, 'idempotency_key_pkey')

/** What an attempt created within the lifetime of its key. */
export const findCreation = (db: Queries, { id }: Attempt) =>
  db.maybeOne<{ creationId: string; body: Buffer }>(sql`
    SELECT creation_id AS "creationId", body FROM idempotency_key
    WHERE id = ${id} AND created_at > now() - make_interval(hours => ${HOURS}::int)`)

/** Deletes an attempt's expired record, so that it can be recorded again. */
export async function forgetLapsed(db: Queries, { id }: Attempt): Promise<void> {
  await db.query(sql`
    DELETE FROM idempotency_key
    WHERE id = ${id} AND created_at <= now() - make_interval(hours => ${HOURS}::int)`)
}

/** Deletes expired records; returns how many. */
export const purgeAttempts = (db: Queries) =>
  purgeRows(db, 'idempotency_key', sql`created_at <= now() - make_interval(hours => ${HOURS}::int)`)
