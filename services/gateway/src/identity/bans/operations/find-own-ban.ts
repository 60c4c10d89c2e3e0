import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { judgeSignIn } from '../../auth/judge-sign-in.ts'
import type { LoginBody } from '../../auth/schemas.ts'
import type { Context } from '../../context.ts'
import type { Asker } from '../../passwords/asker.ts'
import type { OwnBan } from '../schemas.ts'
import { readBanInForce } from '../store.ts'

/**
 * Why and until when an account is banned, for whoever has its password. Counts as signing in does.
 *
 * @throws ApiError 401 for a wrong login, 404 banNotFound, and those of the captcha and the limits at the sign-in
 */
export async function findOwnBan(
  context: Context,
  { traceparent }: Caller,
  input: LoginBody,
  asker: Asker,
): Promise<OwnBan> {
  const account = await judgeSignIn(context, input, asker, traceparent)
  const ban = await readBanInForce(context.pool, account.id)
  if (!ban) throw new ApiError(errors.banNotFound)
  return { reason: ban.reason, expires_at: ban.expiresAt?.toISOString() ?? null }
}
