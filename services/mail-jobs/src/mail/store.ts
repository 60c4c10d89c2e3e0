import type { Database } from '@agora/shared/database/database'
import { type Sql, sql, type Transaction } from '@agora/shared/database/sql'
import type { OutboundEmail } from '../generated/prisma/client.ts'
import type { MailOutcome } from '../generated/prisma/enums.ts'
import { recipientBucket, takeToken } from '../rate/store.ts'
import type { ClaimedTask } from '../tasks/task.ts'
import type { Message } from './message.ts'

export type Mail = OutboundEmail
export type { MailOutcome }

const columns = sql`id, task_id AS "taskId", created_at AS "createdAt", created_by AS "createdBy",
  idempotency_key AS "idempotencyKey", deadline, sender, recipient, kind, version, data, charged,
  handed_at AS "handedAt", unanswered, outcome, submitted_at AS "submittedAt", read_at AS "readAt",
  text_size AS "textSize", text_sha2 AS "textSha2", text_sha3 AS "textSha3",
  html_size AS "htmlSize", html_sha2 AS "htmlSha2", html_sha3 AS "htmlSha3"`

/** Selects mails; `where` is what follows FROM. */
export const mailsWhere = (where: Sql): Sql => sql`SELECT ${columns} FROM outbound_email ${where}`

export type MailStore = ReturnType<typeof createMailStore>

/** The worker’s view of mails. */
export function createMailStore(db: Database, leaseSeconds: number) {
  return {
    ofTask: (taskId: string): Promise<Mail | undefined> =>
      db.maybeOne<Mail>(mailsWhere(sql`WHERE task_id = ${taskId}`)),

    /**
     * The last check before the end of the message is sent. False, with nothing written, if the task is another
     * worker's, the deadline has passed or the message has been handed over more often than this worker knows. Renews
     * the lease, so that nobody takes the task before the answer.
     */
    beginHandover(mail: Mail, task: ClaimedTask, recipient: string, message: Message): Promise<boolean> {
      const { text, html } = message
      return db.hasRows(sql`
        WITH mine AS (
          UPDATE task SET lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
          WHERE id = ${task.id} AND lease_id = ${task.leaseId} AND status <> 'Complete' RETURNING id
        )
        UPDATE outbound_email SET handed_at = now(), unanswered = unanswered + 1, recipient = ${recipient},
          text_size = ${text.size}, text_sha2 = ${text.sha2}, text_sha3 = ${text.sha3},
          html_size = ${html.size}, html_sha2 = ${html.sha2}, html_sha3 = ${html.sha3}
        FROM mine
        WHERE task_id = mine.id AND unanswered = ${mail.unanswered} AND deadline > now()`)
    },

    /** Charges the recipient's bucket for this kind, once per mail. False if it is empty. */
    charge: (mail: Mail, recipient: string): Promise<boolean> =>
      db.transaction(async (tx) => {
        if (!(await takeToken(tx, recipientBucket(mail.kind, recipient)))) return false
        await tx.query(sql`UPDATE outbound_email SET charged = true WHERE id = ${mail.id}`)
        return true
      }),

    markRead: async (id: string): Promise<void> => {
      await db.query(sql`
        UPDATE outbound_email SET read_at = now() WHERE id = ${id} AND read_at IS NULL AND submitted_at IS NOT NULL`)
    },
  }
}

/** Records the answer to one handover. */
export async function answerHandover(tx: Transaction, mail: Mail): Promise<void> {
  await tx.query(sql`UPDATE outbound_email SET unanswered = unanswered - 1 WHERE id = ${mail.id}`)
}

/** Every handover that this worker began is accounted for: the count is again what it was at the claim. */
export async function restoreHandoverCount(tx: Transaction, mail: Mail): Promise<void> {
  await tx.query(sql`UPDATE outbound_email SET unanswered = ${mail.unanswered} WHERE id = ${mail.id}`)
}

/** Writes the outcome. A mail that was sent, or may have been, has a submission time and is listed. */
export async function writeOutcome(tx: Transaction, mail: Mail, outcome: MailOutcome): Promise<void> {
  await tx.query(sql`
    UPDATE outbound_email SET outcome = ${outcome}::mail_outcome,
      submitted_at = CASE ${outcome}::text WHEN 'Sent' THEN now() WHEN 'Uncertain' THEN handed_at END
    WHERE id = ${mail.id}`)
}
