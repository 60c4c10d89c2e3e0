import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken } from '@agora/shared/tokens'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { hasToken } from '../store.ts'

/** @throws ApiError 404 if the link was never mailed, or too long ago */
export async function findUnsubscribeLink({ db }: Context, token: string): Promise<void> {
  if (!(await hasToken(db, hashToken(token)))) throw new ApiError(errors.unsubscribeLinkNotFound)
}
