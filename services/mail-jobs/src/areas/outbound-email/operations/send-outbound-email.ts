import { newId } from '@agora/shared/contracts/ids'
import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { Mail } from '../../../mail/store.ts'
import { operatorBucket, takeToken } from '../../../rate/store.ts'
import { operatorVariables } from '../../../templates/operator.ts'
import { newestVersion } from '../../../templates/registry.ts'
import type { NewOutboundEmail, OutboundEmail } from '../schemas.ts'
import { findMailByKey, insertMailOnce } from '../store.ts'
import { outboundEmailView } from '../views.ts'

/** The contract's limit for the whole call, in milliseconds. */
const CALL_BOUND_MS = 10_000
/** A notification wakes whoever waits for an outcome; polling covers lost ones. In milliseconds. */
const LOOK_MS = 250
/** Years that both four-digit ISO 8601 and the database can represent. */
const EARLIEST = Date.UTC(1900, 0)
const LATEST = Date.UTC(9999, 11, 31)

/**
 * Sends one message, or joins the sending of the one with this key, and returns the outcome. Takes at most ten seconds
 * from the request's arrival, whatever is slow or down.
 *
 * @param elapsedMs since the request arrived.
 * @throws ApiError `timeout`, `mailNotSent`, `rateExhausted`, `invalidBody` for an invalid deadline.
 */
export async function sendOutboundEmail(
  context: Context,
  creator: Caller<UserPrincipal>,
  input: NewOutboundEmail,
  elapsedMs: number,
): Promise<OutboundEmail> {
  const deadline = readDeadline(input.deadline)
  const bound = AbortSignal.timeout(Math.max(0, Math.floor(CALL_BOUND_MS - elapsedMs)))
  const work = async () => {
    const key = input.idempotency_key
    const mail =
      (await findMailByKey(context.db, key)) ?? (await request(context, creator, input, key, deadline))
    return await outcomeOf(context, mail, key, bound)
  }
  const mail = await withinBound(context, work(), bound)
  if (mail.outcome !== 'Sent')
    throw new ApiError(errors.mailNotSent, { cause: new Error(`mail ${mail.id}: ${mail.outcome}`) })
  return outboundEmailView(mail)
}

function readDeadline(text: string): Date {
  const deadline = new Date(text)
  const time = deadline.getTime()
  if (time >= EARLIEST && time <= LATEST) return deadline
  throw new ApiError(common.invalidBody, { message: 'invalid `deadline`: must be a time from 1900 to 9999' })
}

/** Records the request, unless another one with its key was first; a worker does the rest. */
async function request(
  context: Context,
  creator: Caller<UserPrincipal>,
  { recipient }: NewOutboundEmail,
  idempotencyKey: string,
  deadline: Date,
): Promise<Mail> {
  const { db, config, logger, metrics } = context
  const mail = {
    id: newId(),
    idempotencyKey,
    createdBy: creator.id,
    createdByService: false,
    deadline,
    sender: config.mail.sender,
    recipient,
    kind: 'Markup',
    version: newestVersion('Markup'),
    data: operatorVariables(config, (await context.site()).name),
  } as const
  await insertMailOnce(db, mail, creator, async (tx) => {
    if (await takeToken(tx, operatorBucket)) return
    metrics.rateRefusals.inc({ bucket: 'operator' })
    logger.warn(
      { burst: operatorBucket.burst, perHour: operatorBucket.perHour },
      'outbound mail refused: the deployment has sent as much as it may for now',
    )
    throw new ApiError(errors.rateExhausted)
  })
  const taken = await findMailByKey(db, idempotencyKey)
  if (!taken) throw new Error('the mail was not stored')
  return taken
}

/** Waits until the mail has an outcome or nobody waits any more. */
async function outcomeOf(
  { db, signals }: Context,
  { taskId }: Mail,
  key: string,
  bound: AbortSignal,
): Promise<Mail> {
  const { done, stop } = signals.watch(taskId)
  try {
    for (;;) {
      const mail = await findMailByKey(db, key)
      if (mail?.outcome) return mail
      await done.wait(LOOK_MS, bound)
      bound.throwIfAborted()
    }
  } finally {
    stop()
  }
}

/** Work still in progress at the limit continues unwatched: its outcome is stored for the next request with the key. */
async function withinBound<Result>(
  { logger }: Context,
  work: Promise<Result>,
  bound: AbortSignal,
): Promise<Result> {
  const late = new Promise<never>((_resolve, reject) => {
    const give = () => reject(new ApiError(errors.timeout))
    if (bound.aborted) give()
    else bound.addEventListener('abort', give, { once: true })
  })
  work.catch((error) => {
    if (bound.aborted) logger.debug({ err: error }, 'a request for a mail ended after its bound')
  })
  return await Promise.race([work, late])
}
