import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import type { Database } from '@agora/shared/database/database'
import { readPage } from '@agora/shared/database/page'
import { isUniqueViolation, type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import { storeKnownUser } from '@agora/shared/users/known-users'
import { type Mail, mailsWhere } from '../../mail/store.ts'
import { insertJob } from '../../tasks/store.ts'
import { newestVersion } from '../../templates/registry.ts'

interface NewMail {
  id: string
  /** Null: the mail’s id makes it unique. */
  idempotencyKey: string | null
  /** The account that the mail is for; an administrator if `createdByService` is not set. */
  createdBy: string
  createdByService: boolean
  deadline: Date
  sender: string
  recipient: string | null
  kind: Mail['kind']
  version: number
  data: Record<string, unknown>
}

interface ServiceMail extends Pick<NewMail, 'id' | 'kind' | 'deadline' | 'sender' | 'data'> {
  /** The account that it is for. */
  user: string
}

/**
 * Writes a mail that a service requests, in the newest version of its template, unless it exists already: a request can be
 * delivered twice. Workers learn of it when the transaction commits.
 */
export async function requestMail(
  tx: Transaction,
  { user, ...mail }: ServiceMail,
  traceparent: string | null,
): Promise<void> {
  if (await tx.hasRows(sql`SELECT FROM outbound_email WHERE id = ${mail.id}`)) return
  const version = newestVersion(mail.kind)
  const ofService = {
    idempotencyKey: null,
    createdBy: user,
    createdByService: true,
    recipient: null,
    version,
  }
  await insertMail(tx, { ...ofService, ...mail }, traceparent)
}

/** Writes a mail with its job and root task, in the transaction of whatever requests it; `traceparent` is that step. */
async function insertMail(tx: Transaction, mail: NewMail, traceparent: string | null): Promise<void> {
  const { task } = await insertJob(tx, {
    kind: 'SendOutboundEmail',
    version: 1,
    state: { mail: mail.id },
    createdBy: mail.createdByService ? null : mail.createdBy,
    traceparent,
  })
  await tx.query(sql`
    INSERT INTO outbound_email
      (id, task_id, created_by, idempotency_key, deadline, sender, recipient, kind, version, data)
    VALUES (${mail.id}, ${task}, ${mail.createdBy}, ${mail.idempotencyKey}, ${mail.deadline}, ${mail.sender},
      ${mail.recipient}, ${mail.kind}, ${mail.version}, ${mail.data})`)
}

/**
 * Writes the mail unless its key is taken; false if it is. The constraint lets one of several simultaneous writers
 * through. If `admit` throws, everything is rolled back.
 */
export async function insertMailOnce(
  db: Database,
  mail: NewMail,
  creator: Caller<UserPrincipal>,
  admit: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await storeKnownUser(tx, { ...creator, createdAt: new Date(creator.createdAt) }, 0)
      await insertMail(tx, mail, creator.traceparent)
      await admit(tx)
    })
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export const findMail = (db: Queries, id: string) => db.maybeOne<Mail>(mailsWhere(sql`WHERE id = ${id}`))

export const findMailByKey = (db: Queries, idempotencyKey: string) =>
  db.maybeOne<Mail>(mailsWhere(sql`WHERE idempotency_key = ${idempotencyKey}`))

/** The messages handed to the mailer, newest first, and the number of all. */
export async function readSentMails(db: Queries, limit: number): Promise<{ count: number; mails: Mail[] }> {
  const { count, items } = await readPage<Mail>(
    db,
    sql`SELECT count(*) FROM outbound_email WHERE submitted_at IS NOT NULL`,
    mailsWhere(sql`WHERE submitted_at IS NOT NULL ORDER BY submitted_at DESC, id DESC LIMIT ${limit}`),
  )
  return { count, mails: items }
}
