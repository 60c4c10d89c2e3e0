import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { isUniqueViolation } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { findAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { readWaitingMail } from '../../mail-tokens/store.ts'
import { requestAccountMail } from '../mails.ts'
import type { ResendBody, ResentMail } from '../schemas.ts'

/**
 * Resends the last unused mail of an account flow, with a new token; the earlier token, whose mail may still arrive,
 * stays valid. The caller's key is the id of the request: of simultaneous requests with one key, the table accepts the
 * first. @throws ApiError 404, 429
 */
export async function resendEmail(
  context: Context,
  actor: Caller<UserPrincipal>,
  userId: string,
  { kind, idempotency_key: id }: ResendBody,
): Promise<ResentMail> {
  const account = await findAccount(context, userId)
  const waiting = await readWaitingMail(context.pool, account, kind)
  if (!waiting) throw new ApiError(errors.nothingToResend)
  const { traceparent } = actor
  try {
    await requestAccountMail(context, { ...waiting, accountId: account.id, traceparent, id })
  } catch (error) {
    if (id === undefined || !isUniqueViolation(error)) throw error
  }
  return waiting
}
