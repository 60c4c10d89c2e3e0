import type { VerificationAnswer } from '@agora/shared/contracts/internal-pages'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { hashToken, isToken } from '@agora/shared/tokens'
import type { Context } from '../../context.ts'
import type { AskedFor } from '../../credentials/asked-for.ts'
import { isRecent } from '../../credentials/store-recent.ts'
import { readVerification } from '../../mail-tokens/store.ts'

/** What a token would link, and to which account, without spending it. @throws ApiError 404 if it would be refused */
export async function findEmailVerification(
  { pool }: Context,
  { accountId, proof }: AskedFor,
  token: string,
): Promise<VerificationAnswer> {
  const found = isToken(token) ? await readVerification(pool, accountId, hashToken(token)) : undefined
  if (!found) throw new ApiError(common.notFound)
  const { email, displayName, username } = found
  return { email, display_name: displayName, username, takes_password: !(await isRecent(pool, proof)) }
}
