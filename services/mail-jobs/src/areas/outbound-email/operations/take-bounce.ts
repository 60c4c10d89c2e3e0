import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { refusalIn } from '../../../mail/bounce.ts'
import type { Bounce } from '../schemas.ts'
import { findMail } from '../store.ts'

/**
 * Reads a mail that came back, and tells the gateway of an address at which nobody gets mails.
 * @throws ApiError 404 for a token that is not of a member's mail
 */
export async function takeBounce(
  { db, returnPaths, tellRefusal, logger }: Context,
  { traceparent }: Caller,
  token: string,
  message: Buffer,
): Promise<Bounce> {
  const id = returnPaths.mailOf(token)
  const mail = id === undefined ? undefined : await findMail(db, id)
  if (!mail || mail.kind === 'Markup' || mail.recipient === null) throw new ApiError(errors.mailNotFound)
  const answer = await refusalIn(message).catch(() => undefined)
  if (answer === undefined) return { is_refusal: false }
  await tellRefusal({ user: mail.createdBy, recipient: mail.recipient, answer }, traceparent)
  logger.info({ mail: mail.id }, 'a mail came back: nobody gets mails at its address')
  return { is_refusal: true }
}
