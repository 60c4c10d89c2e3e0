import { type Queries, sql } from '../database/sql.ts'

/**
 * What a service knows of an account: a row of its projection.
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
 */
export interface KnownUser {
  id: string
  displayName: string
  createdAt: Date
}

/** Stores an account as it read at `sequence`; a row that tells of a later state stays. */
export async function storeKnownUser(db: Queries, user: KnownUser, sequence: number): Promise<void> {
  await db.query(sql`
    INSERT INTO known_user AS known (id, display_name, created_at, sequence)
    VALUES (${user.id}, ${user.displayName}, ${user.createdAt}, ${sequence})
    ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name, sequence = excluded.sequence
    WHERE excluded.sequence > known.sequence`)
}

/** Stores what the gateway answered; whatever an event has told stays. */
export async function storeAnsweredUsers(db: Queries, users: readonly KnownUser[]): Promise<void> {
  await db.query(sql`
    INSERT INTO known_user (id, display_name, created_at, sequence)
    SELECT id, "displayName", "createdAt", 0
    FROM jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
      AS answered (id uuid, "displayName" text, "createdAt" timestamptz)
    ORDER BY id
    ON CONFLICT (id) DO NOTHING`)
}

/** One query, however many ids; each must be a UUID. */
export async function readKnownUsers(db: Queries, ids: readonly string[]): Promise<KnownUser[]> {
  const { rows } = await db.query<KnownUser>(sql`
    SELECT id, display_name AS "displayName", created_at AS "createdAt" FROM known_user
    WHERE id = ANY(${ids})`)
  return rows
}
