import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import { NIL } from '@agora/shared/contracts/ids'
import { type Queries, sql } from '@agora/shared/database/sql'

/** An erased member owns no app and has no accounts; deliveries about their acts keep their id. */
export async function eraseOwner(db: Queries, userId: string): Promise<void> {
  await db.query(sql`DELETE FROM app_owner WHERE user_id = ${userId}`)
  await db.query(sql`DELETE FROM app_account WHERE user_id = ${userId}`)
  await renameInDeliveries(db, userId)
}

/** Deliveries that one statement searches. */
const SPAN = 5_000

/** Replaces an account's name in past and pending deliveries, in its JSON form. */
async function renameInDeliveries(db: Queries, userId: string): Promise<void> {
  const named = `("id":"${userId}","display_name":\\{"current":\\{"value":)"([^"\\\\]|\\\\.)*"`
  const nameless = `\\1${JSON.stringify(DELETED_MEMBER)}`
  for (let after: string | null = NIL; after !== null; )
    after = await db.scalar<string | null>(sql`
      WITH span AS (SELECT id, body FROM delivery WHERE id > ${after}::uuid ORDER BY id LIMIT ${SPAN}),
      renamed AS (
        UPDATE delivery SET body = regexp_replace(delivery.body, ${named}, ${nameless}, 'g')
        FROM span WHERE delivery.id = span.id AND strpos(span.body, ${userId}) > 0
      )
      SELECT max(id::text) FROM span`)
}
