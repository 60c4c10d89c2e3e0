import type { OutboundEmail, PrismaClient } from '../generated/prisma/client.ts'
import type { MailOutcome } from '../generated/prisma/enums.ts'
import type { ClaimedTask, TransactionClient } from '../kinds/kind.ts'
import { recipientBucket, takeToken } from '../rate/bucket.ts'
import type { Message } from './message.ts'

export type Mail = OutboundEmail
export type { MailOutcome }

export type MailStore = ReturnType<typeof createMailStore>

/** The worker’s view of mails. */
export function createMailStore(prisma: PrismaClient, leaseSeconds: number) {
  return {
    ofTask: (taskId: string): Promise<Mail | null> => prisma.outboundEmail.findUnique({ where: { taskId } }),

    /**
     * The last word before the end of the message goes out. False, and nothing written, where the task is another
     * worker's, the deadline has passed or the message has been handed over once more than this worker knows. The
     * lease begins anew, so that nobody takes the task up between this and the answer.
     */
    async beginHandover(
      mail: Mail,
      task: ClaimedTask,
      recipient: string,
      message: Message,
    ): Promise<boolean> {
      const { text, html } = message
      const begun = await prisma.$executeRaw`
        WITH mine AS (
          UPDATE task SET lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
          WHERE id = ${task.id}::uuid AND lease_id = ${task.leaseId}::uuid AND status <> 'Complete' RETURNING id
        )
        UPDATE outbound_email SET handed_at = now(), unanswered = unanswered + 1, recipient = ${recipient},
          text_size = ${text.size}, text_sha2 = ${text.sha2}, text_sha3 = ${text.sha3},
          html_size = ${html.size}, html_sha2 = ${html.sha2}, html_sha3 = ${html.sha3}
        FROM mine
        WHERE task_id = mine.id AND unanswered = ${mail.unanswered} AND deadline > now()`
      return begun === 1
    },

    /** Charges the recipient's bucket, once a mail. False where it is empty. */
    charge: (mail: Mail, recipient: string): Promise<boolean> =>
      prisma.$transaction(async (tx) => {
        if (!(await takeToken(tx, recipientBucket(recipient)))) return false
        await tx.outboundEmail.update({ where: { id: mail.id }, data: { charged: true } })
        return true
      }),

    markRead: async (id: string): Promise<void> => {
      await prisma.outboundEmail.updateMany({
        where: { id, readAt: null, submittedAt: { not: null } },
        data: { readAt: new Date() },
      })
    },
  }
}

/** One handover was answered. */
export async function answerHandover(tx: TransactionClient, mail: Mail): Promise<void> {
  await tx.outboundEmail.update({ where: { id: mail.id }, data: { unanswered: { decrement: 1 } } })
}

/** Whatever this worker began is accounted for, so that the count is again what it was when the worker claimed. */
export async function settleHandover(tx: TransactionClient, mail: Mail): Promise<void> {
  await tx.outboundEmail.update({ where: { id: mail.id }, data: { unanswered: mail.unanswered } })
}

/** Writes how it ended. A mail that was sent, or may have been, has a time of submission and is in the listing. */
export async function writeOutcome(tx: TransactionClient, mail: Mail, outcome: MailOutcome): Promise<void> {
  await tx.$executeRaw`
    UPDATE outbound_email SET outcome = ${outcome}::mail_outcome,
      submitted_at = CASE ${outcome} WHEN 'Sent' THEN now() WHEN 'Uncertain' THEN handed_at END
    WHERE id = ${mail.id}::uuid`
}
