import { DELETED_MEMBER } from '../contracts/erasures.ts'
import { type Queries, raw, sql, type Transaction } from '../database/sql.ts'

/**
 * What a service knows of an account: a row of its projection.
 *
 * ```prisma
 * /// Accounts as the gateway's events tell of them.
 * model KnownUser {
 *   id          String   @id @db.Uuid
 *   displayName String   @map("display_name")
 *   createdAt   DateTime @map("created_at") @db.Timestamptz(3)
 *   /// The sequence of the event that this row reads from: an older one never wins. 0: asked of the gateway.
 *   sequence    BigInt   @default(0)
 *   /// When the account was erased: the row stays, so that neither a late event nor a backup brings the name back.
 *   erasedAt    DateTime? @map("erased_at") @db.Timestamptz(3)
 *
 *   @@map("known_user")
 * }
 * ```
 */
export interface KnownUser extends NamedUser {
  /** The account has been erased: it is still displayed, but can no longer be looked up. */
  isErased: boolean
}

/** An account as it is called. */
export interface NamedUser {
  id: string
  displayName: string
  createdAt: Date
}

/** Told before the name of an account is stored, in the same transaction: the one before may still be needed. */
export type BeforeNamed = (tx: Transaction, user: Pick<NamedUser, 'id' | 'displayName'>) => Promise<void>

/** Stores an account as it read at `sequence`; a row with a later state stays. */
export async function storeKnownUser(db: Queries, user: NamedUser, sequence: number): Promise<void> {
  await db.query(sql`
    INSERT INTO known_user AS known (id, display_name, created_at, sequence)
    VALUES (${user.id}, ${user.displayName}, ${user.createdAt}, ${sequence})
    ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name, sequence = excluded.sequence
    WHERE excluded.sequence > known.sequence AND known.erased_at IS NULL`)
}

/** The account no longer exists, whatever later events say. Harmless to repeat. */
export async function storeErasedUser(tx: Transaction, id: string, beforeNamed?: BeforeNamed): Promise<void> {
  await beforeNamed?.(tx, { id, displayName: DELETED_MEMBER })
  await tx.query(sql`
    INSERT INTO known_user AS known (id, display_name, created_at, erased_at)
    VALUES (${id}, ${DELETED_MEMBER}, now(), now())
    ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name,
      erased_at = coalesce(known.erased_at, excluded.erased_at)`)
}

/** The first so many erased accounts after this one, in the order of their ids. */
export const readErasedUsers = (db: Queries, after: string | null, limit: number) =>
  db.scalars<string>(sql`
    SELECT id FROM known_user WHERE erased_at IS NOT NULL AND (${after}::uuid IS NULL OR id > ${after}::uuid)
    ORDER BY id LIMIT ${limit}`)

/** Stores the gateway's answer; what an event has stored stays. */
export async function storeAnsweredUsers(db: Queries, users: readonly NamedUser[]): Promise<void> {
  await db.query(sql`
    INSERT INTO known_user (id, display_name, created_at, sequence)
    SELECT id, "displayName", "createdAt", 0
    FROM jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
      AS answered (id uuid, "displayName" text, "createdAt" timestamptz)
    ORDER BY id
    ON CONFLICT (id) DO NOTHING`)
}

const KNOWN = `id, display_name AS "displayName", created_at AS "createdAt", erased_at IS NOT NULL AS "isErased"`

/** One query, however many ids; each must be a UUID. */
export const readKnownUsers = (db: Queries, ids: readonly string[]) =>
  db.all<KnownUser>(sql`SELECT ${raw(KNOWN)} FROM known_user WHERE id = ANY(${ids})`)

/**
 * The same, keyed by id, as they stay until the transaction ends: what it writes of them is there before an erasure looks
 * for it.
 */
export async function holdKnownUsers(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, KnownUser>> {
  const users = await tx.all<KnownUser>(
    sql`SELECT ${raw(KNOWN)} FROM known_user WHERE id = ANY(${ids}) ORDER BY id FOR SHARE`,
  )
  return new Map(users.map((user) => [user.id, user]))
}
