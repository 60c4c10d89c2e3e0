import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken } from '@agora/shared/tokens'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { endDigests } from '../store.ts'

/**
 * Ends the digests of the member to whom the token was mailed, and does nothing else. Idempotent.
 *
 * @throws ApiError 404 if it was never mailed, or too long ago
 */
export async function unsubscribeFromDigests({ db }: Context, token: string): Promise<void> {
  if (!(await endDigests(db, hashToken(token)))) throw new ApiError(errors.unsubscribeLinkNotFound)
}
