import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { storeKnownUser } from '@agora/shared/users/known-users'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import type { TransactionClient } from '../../kinds/kind.ts'
import type { Mail } from '../../mail/store.ts'
import { insertJob } from '../../tasks/store.ts'

export interface NewMail {
  id: string
  /** Null: the mail’s id makes it unique. */
  idempotencyKey: string | null
  /** The account that the mail is of; an administrator where `createdByService` is not set. */
  createdBy: string
  createdByService: boolean
  deadline: Date
  sender: string
  recipient: string | null
  kind: Mail['kind']
  version: number
  data: Prisma.InputJsonObject
}

/** Writes a mail with its job and root task, in the transaction of what asks for it, which is the step `traceparent`. */
export async function insertMail(tx: TransactionClient, mail: NewMail, traceparent: string): Promise<void> {
  const { createdByService, ...columns } = mail
  const { task } = await insertJob(tx, {
    kind: 'SendOutboundEmail',
    version: 1,
    state: { mail: mail.id },
    createdBy: createdByService ? null : mail.createdBy,
    traceparent,
  })
  await tx.outboundEmail.create({ data: { ...columns, taskId: task } })
}

/**
 * Writes the mail unless its key is taken; false if it is. Of simultaneous writers of one key the constraint lets one
 * through. What `admit` throws undoes it all.
 */
export async function insertMailOnce(
  prisma: PrismaClient,
  mail: NewMail,
  creator: Caller<UserPrincipal>,
  admit: (tx: TransactionClient) => Promise<void>,
): Promise<boolean> {
  try {
    await prisma.$transaction(async (tx) => {
      await storeKnownUser(tx, { ...creator, createdAt: new Date(creator.createdAt) }, 0)
      await insertMail(tx, mail, creator.traceparent)
      await admit(tx)
    })
    return true
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return false
    throw error
  }
}

/** Whether the mail is there already: a request for it can be told of twice. */
export async function hasMail(tx: TransactionClient, id: string): Promise<boolean> {
  return (await tx.outboundEmail.count({ where: { id } })) > 0
}

export const findMailByKey = (prisma: PrismaClient, idempotencyKey: string): Promise<Mail | null> =>
  prisma.outboundEmail.findUnique({ where: { idempotencyKey } })

/** The messages that were handed to the mailer, newest first, and how many there are in all. */
export async function readSentMails(
  prisma: PrismaClient,
  limit: number,
): Promise<{ count: number; mails: Mail[] }> {
  const where = { submittedAt: { not: null } }
  const [count, mails] = await Promise.all([
    prisma.outboundEmail.count({ where }),
    prisma.outboundEmail.findMany({
      where,
      orderBy: [{ submittedAt: 'desc' }, { id: 'desc' }],
      take: limit,
    }),
  ])
  return { count, mails }
}
