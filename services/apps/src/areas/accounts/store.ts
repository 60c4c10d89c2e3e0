import type { Database } from '@agora/shared/database/database'
import { isUniqueViolation, raw, sql } from '@agora/shared/database/sql'

/** A member's account with an app. */
export interface Account {
  appId: string
  /** The account's id there. */
  id: string
  displayName: string | null
  visibility: 'Public' | 'Private'
  linkedAt: Date
}

const COLUMNS = `app_id::text AS "appId", account_id AS id, app_account.display_name AS "displayName", visibility,
  linked_at AS "linkedAt"`

export type AccountStore = ReturnType<typeof createAccountStore>

export function createAccountStore(db: Database) {
  return {
    /** A member's accounts, the newest first. */
    async ofUser(userId: string): Promise<Account[]> {
      return db.all<Account>(sql`
        SELECT ${raw(COLUMNS)} FROM app_account WHERE user_id = ${userId}::uuid ORDER BY linked_at DESC, app_id`)
    },

    /**
     * Links an account, or gives the linked one its new name. `linked`: the member has another account there, or the
     * account is another member's. `erased`: the member is no more; an erasure that comes later finds the account.
     */
    async link(
      appId: string,
      userId: string,
      { id, displayName }: { id: string; displayName: string | undefined },
    ): Promise<Account | 'linked' | 'erased'> {
      try {
        return await db.transaction(async (tx) => {
          const isKnown = await tx.hasRows(sql`
            SELECT FROM known_user WHERE id = ${userId}::uuid AND erased_at IS NULL FOR SHARE`)
          if (!isKnown) return 'erased'
          const linked = await tx.maybeOne<Account>(sql`
            INSERT INTO app_account (app_id, user_id, account_id, display_name, linked_at)
            VALUES (${appId}::uuid, ${userId}::uuid, ${id}, ${displayName ?? null}::text, now())
            ON CONFLICT (app_id, user_id) DO UPDATE
              SET display_name = coalesce(excluded.display_name, app_account.display_name)
              WHERE app_account.account_id = excluded.account_id
            RETURNING ${raw(COLUMNS)}`)
          return linked ?? 'linked'
        })
      } catch (error) {
        if (isUniqueViolation(error, 'app_account_app_id_account_id_key')) return 'linked'
        throw error
      }
    },

    /** Undefined if there is no such account. */
    async show(
      appId: string,
      userId: string,
      visibility: Account['visibility'],
    ): Promise<Account | undefined> {
      return db.maybeOne<Account>(sql`
        UPDATE app_account SET visibility = ${visibility}
        WHERE app_id = ${appId}::uuid AND user_id = ${userId}::uuid RETURNING ${raw(COLUMNS)}`)
    },

    /** False if there was none. */
    async unlink(appId: string, userId: string): Promise<boolean> {
      return db.hasRows(sql`
        DELETE FROM app_account WHERE app_id = ${appId}::uuid AND user_id = ${userId}::uuid`)
    },
  }
}
