import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { type Actor, findAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { tellAccountChanged } from '../../mail-tokens/account-changed.ts'
import { accessToAppoint } from '../authority.ts'
import { makeAdministrator } from '../store.ts'

/**
 * Makes a member an administrator.
 * @throws ApiError 403 without a recent sign-in, 404, 409 for a banned account
 */
export async function nameAdministrator(context: Context, actor: Actor, userId: string): Promise<void> {
  const { id } = await findAccount(context, userId)
  await context.transaction(async (tx) => {
    const { account, isBanned, isConfigured, isNamed } = await accessToAppoint(tx, actor, id)
    if (isBanned) throw new ApiError(errors.administratorBanned)
    if (isConfigured || isNamed) return
    await makeAdministrator(tx, id)
    await tellAccountChanged(context, tx, actor.traceparent, account, { change: 'AdministratorNamed' })
  })
}
