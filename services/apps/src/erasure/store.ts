import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import { type Queries, sql } from '@agora/shared/database/sql'

export async function deleteOwner(db: Queries, userId: string): Promise<void> {
  await db.query(sql`DELETE FROM app_owner WHERE user_id = ${userId}`)
}

/** Replaces an account's name in past and pending deliveries, in its JSON form. */
export async function renameInDeliveries(db: Queries, userId: string): Promise<void> {
  const named = `("id":"${userId}","display_name":\\{"current":\\{"value":)"([^"\\\\]|\\\\.)*"`
  await db.query(sql`
    UPDATE delivery SET body = regexp_replace(body, ${named}, ${`\\1${JSON.stringify(DELETED_MEMBER)}`}, 'g')
    WHERE strpos(body, ${userId}) > 0`)
}
