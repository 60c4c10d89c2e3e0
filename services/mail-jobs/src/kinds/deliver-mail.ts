import { withDeadline } from '@agora/shared/lifecycle/deadline'
import type { MailContext } from '../mail/context.ts'
import { composeMessage, type Message } from '../mail/message.ts'
import { isStillFor, prepareMail } from '../mail/prepare.ts'
import { isOfAddress } from '../mail/refusals.ts'
import { retryDelay } from '../mail/retry.ts'
import type { Answer } from '../mail/smtp.ts'
import {
  answerHandover,
  type Mail,
  type MailOutcome,
  restoreHandoverCount,
  writeOutcome,
} from '../mail/store.ts'
import type { ClaimedTask, TaskEnd } from '../tasks/task.ts'
import type { TaskKind } from './kind.ts'

/** How long an attempt may take until the end of the message is sent, in milliseconds. */
const HANDOVER_BOUND_MS = 60_000
/**
 * How often the whole message is sent at most without an answer. A digest is better lost than sent twice: its content
 * is still on the site.
 */
const mostUnanswered = ({ kind }: Mail) => (kind === 'Digest' ? 1 : 2)

/** Sends one mail, or finds that it can no longer be sent. State: `{mail}`, its id. */
export const deliverMail = (context: MailContext): TaskKind => ({
  name: 'SendOutboundEmail',
  version: 1,
  async run(task, signal) {
    const mail = await context.mails.ofTask(task.id)
    if (!mail) throw new Error('the task has no mail')
    if (mail.unanswered > 0)
      context.logger.warn({ mail: mail.id, unanswered: mail.unanswered }, 'a mail may have arrived already')
    if (mail.unanswered >= mostUnanswered(mail)) return conclude(context, mail, task, 'Uncertain')
    if (isOver(mail)) return conclude(context, mail, task, 'Abandoned')

    const prepared = await prepareMail(context, mail, task, signal)
    if (prepared.type === 'dropped') return conclude(context, mail, task, 'Dropped', prepared.reason)
    if (prepared.type === 'later') return retry(mail, task)
    const message = await composeMessage(prepared.letter, {
      id: mail.id,
      sender: { name: (await context.site()).name, address: mail.sender },
      recipient: prepared.recipient,
      date: mail.createdAt,
      automatic: mail.kind !== 'Markup',
    })
    const answer = await attempt(context, mail, task, prepared.recipient, message, signal)
    if (!(await isRefusalTold(context, mail, task, answer, prepared.recipient, signal)))
      return retry(mail, task)
    return judge(context, mail, task, answer, signal)
  },
})

const isOver = (mail: Mail) => mail.deadline.getTime() <= Date.now()

async function attempt(
  context: MailContext,
  mail: Mail,
  task: ClaimedTask,
  recipient: string,
  message: Message,
  signal: AbortSignal,
): Promise<Answer> {
  const { mails, deliver, returnPaths } = context
  const left = Math.max(1, mail.deadline.getTime() - Date.now())
  return await deliver({
    // The operators' own mails go to whomever they name, and come back to them.
    from: (mail.kind === 'Markup' ? undefined : returnPaths.of(mail.id)) ?? mail.sender,
    to: recipient,
    message: message.bytes,
    beforeEnd: async () => {
      if (!(await isStillFor(context, mail, task, recipient, signal)))
        throw new Error('the digest is not for this recipient any more')
      if (!(await mails.beginHandover(mail, task, recipient, message)))
        throw new Error('the message is no longer to be sent by this worker')
    },
    signal: withDeadline(Math.min(left, HANDOVER_BOUND_MS), signal),
  })
}

/** Tells the gateway of an address at which nobody gets mails; false if it could not be told. */
async function isRefusalTold(
  { tellRefusal, logger }: MailContext,
  { id, kind, createdBy }: Mail,
  { traceparent }: ClaimedTask,
  answer: Answer,
  recipient: string,
  signal: AbortSignal,
): Promise<boolean> {
  // The operators' own mails go to whomever they name.
  if (kind === 'Markup' || answer.type !== 'refused') return true
  const { code, response, isOfRecipient } = answer
  if (!isOfAddress(code, response, isOfRecipient)) return true
  try {
    await tellRefusal({ user: createdBy, recipient, answer: response }, traceparent, signal)
    return true
  } catch (error) {
    signal.throwIfAborted()
    logger.warn({ err: error, mail: id }, 'the gateway was not told of a refused address')
    return false
  }
}

/** What the answer means for the message. */
function judge(
  context: MailContext,
  mail: Mail,
  task: ClaimedTask,
  answer: Answer,
  signal: AbortSignal,
): TaskEnd {
  const { logger, metrics } = context
  switch (answer.type) {
    case 'accepted':
      metrics.attempts.inc({ result: 'accepted' })
      return conclude(context, mail, task, 'Sent', answer.response)
    case 'refused': {
      const final = answer.code >= 500
      metrics.attempts.inc({ result: final ? 'refused' : 'deferred' })
      logger.warn({ mail: mail.id, code: answer.code, final }, 'the mail server refused a message')
      if (final) return conclude(context, mail, task, 'Refused', answer.response)
      return retry(mail, task)
    }
    case 'failed':
      if (!answer.handedOver) signal.throwIfAborted()
      metrics.attempts.inc({ result: answer.handedOver ? 'unanswered' : 'failed' })
      logger.warn({ mail: mail.id, ...answer }, 'the mail server did not answer')
      if (answer.handedOver) return unanswered(context, mail, task, answer.reason)
      if (isOver(mail)) return conclude(context, mail, task, 'Abandoned', answer.reason)
      return retry(mail, task)
  }
}

/** The handover stays recorded, and is repeated if the message may be sent once more. */
function unanswered(context: MailContext, mail: Mail, task: ClaimedTask, reason: string): TaskEnd {
  const handed = { ...mail, unanswered: mail.unanswered + 1 }
  if (handed.unanswered >= mostUnanswered(mail) || isOver(mail))
    return conclude(context, handed, task, 'Uncertain', reason)
  return { type: 'retry', delayMs: retryDelay(task.attempts, mail.deadline) }
}

function retry(mail: Mail, task: ClaimedTask): TaskEnd {
  return {
    type: 'retry',
    delayMs: retryDelay(task.attempts, mail.deadline),
    effect: (tx) => restoreHandoverCount(tx, mail),
  }
}

/**
 * Ends the task. After an unanswered handover a failure is not certain: the message may have arrived. A message that
 * the server accepted was sent, even if another worker has the task by now.
 */
function conclude(
  context: MailContext,
  mail: Mail,
  task: ClaimedTask,
  reached: MailOutcome,
  detail?: string,
): TaskEnd {
  const { logger, metrics } = context
  const outcome = reached !== 'Sent' && mail.unanswered > 0 ? 'Uncertain' : reached
  const output = {
    outcome,
    attempts: task.attempts,
    unanswered: mail.unanswered,
    ...(detail === undefined ? {} : { detail }),
  }
  return {
    type: 'complete',
    output,
    evenLate: outcome === 'Sent',
    effect: async (tx) => {
      // Another worker may have handed it over meanwhile; its own answer accounts for that.
      if (reached === 'Sent') await answerHandover(tx, mail)
      else await restoreHandoverCount(tx, mail)
      await writeOutcome(tx, mail, outcome)
    },
    committed: () => {
      const labels = { kind: mail.kind, outcome }
      metrics.outcomes.inc(labels)
      metrics.outcomeSeconds.observe(labels, (Date.now() - mail.createdAt.getTime()) / 1000)
      logger.info({ mail: mail.id, task: task.id, ...labels, attempts: task.attempts }, 'a mail is finished')
    },
  }
}
