import type { DueErasure } from '@agora/shared/contracts/erasures'
import { sql, type Transaction } from '@agora/shared/database/sql'
import { deleteJobs } from '../tasks/store.ts'

/**
 * Deletes an account's exports and mails, with their jobs: its own mails, and those that operators sent to its
 * addresses, as the gateway or its own mails name them. One that is about to be sent no longer finds its row, and is
 * not sent.
 */
export async function deleteAllOf(tx: Transaction, { user, emails }: DueErasure): Promise<void> {
  const mails = await tx.scalars<string>(sql`
    WITH own AS (SELECT recipient FROM outbound_email WHERE created_by = ${user} AND kind <> 'Markup'),
    address AS (
      SELECT decode(digest, 'hex') AS digest FROM unnest(${emails}::text[]) AS digest
      UNION SELECT sha256(convert_to(lower(recipient), 'UTF8')) FROM own WHERE recipient IS NOT NULL
    )
    DELETE FROM outbound_email
    WHERE created_by = ${user} AND kind <> 'Markup'
      OR sha256(convert_to(lower(recipient), 'UTF8')) IN (SELECT digest FROM address)
    RETURNING task_id`)
  const exports = await tx.scalars<string>(sql`
    DELETE FROM member_export WHERE user_id = ${user} RETURNING task_id`)
  await deleteJobs(tx, [...mails, ...exports])
}
