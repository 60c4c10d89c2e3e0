import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { errors } from '../../../errors.ts'
import { type Actor, findAccount } from '../../accounts/authority.ts'
import { lockAccount } from '../../accounts/store.ts'
import type { Context } from '../../context.ts'
import { judgeRecent } from '../../credentials/store-recent.ts'
import { requestChangeNotices } from '../../mail-tokens/account-changed.ts'
import { requireStillAdministrator } from '../authority.ts'
import { makeAdministrator, readStanding } from '../store.ts'

/**
 * Makes a member an administrator.
 * @throws ApiError 403 without a recent sign-in, 404, 409 for a banned account
 */
export async function nameAdministrator(context: Context, actor: Actor, userId: string): Promise<void> {
  const { id } = await findAccount(context, userId)
  await context.transaction(async (tx) => {
    await requireStillAdministrator(tx, actor, id)
    const account = await lockAccount(tx, id)
    const standing = await readStanding(tx, id)
    if (!account || !standing) throw new ApiError(errors.userNotFound)
    await judgeRecent(tx, actor)
    if (standing.isBanned) throw new ApiError(errors.administratorBanned)
    if (standing.isConfigured || standing.isNamed) return
    await makeAdministrator(tx, id)
    const change = { change: 'AdministratorNamed' } as const
    await appendEvents(tx, actor.traceparent, await requestChangeNotices(context, tx, account, change))
  })
}
