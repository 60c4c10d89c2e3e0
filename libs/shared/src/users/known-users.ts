import type { RawQueries } from '../messaging/sql.ts'

/** What a service knows of an account. */
export interface KnownUser {
  id: string
  displayName: string
  createdAt: Date
}

/**
 * The projection's rows, in each service that shows users.
 *
 * ```prisma
 * /// Accounts as the gateway's events tell of them.
 * model KnownUser {
 *   id          String   @id @db.Uuid
 *   displayName String   @map("display_name")
 *   createdAt   DateTime @map("created_at") @db.Timestamptz(3)
 *   /// Of the event this row reads from: an older one never wins. 0: asked of the gateway.
 *   sequence    BigInt   @default(0)
 *
 *   @@map("known_user")
 * }
 * ```
 *
 * Stores the account as it read at `sequence`; a row that tells of a later state stays.
 */
export async function storeKnownUser(db: RawQueries, user: KnownUser, sequence: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO known_user AS known (id, display_name, created_at, sequence)
    VALUES (${user.id}::uuid, ${user.displayName}, ${user.createdAt.toISOString()}::timestamptz, ${sequence}::bigint)
    ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name, sequence = excluded.sequence
    WHERE excluded.sequence > known.sequence`
}

/** One query, however many ids; each must be a UUID. */
export async function readKnownUsers(db: RawQueries, ids: readonly string[]): Promise<KnownUser[]> {
  const rows = await db.$queryRaw<{ id: string; display_name: string; created_at: Date }[]>`
    SELECT id::text AS id, display_name, created_at FROM known_user
    WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`
  return rows.map((row) => ({ id: row.id, displayName: row.display_name, createdAt: row.created_at }))
}
