import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../context.ts'
import { readResetToken } from './reset-password.ts'

/** @throws ApiError 404 unless the token would be accepted */
export async function findPasswordReset(context: Context, token: string): Promise<void> {
  if ((await readResetToken(context, token)) === undefined) throw new ApiError(common.notFound)
}
