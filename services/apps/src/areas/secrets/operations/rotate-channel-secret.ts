import type { Principal } from '@agora/shared/contracts/principal'
import { requireRecent } from '@agora/shared/users/recent'
import type { Context, Relational } from '../../../context.ts'
import { accessChannelForEdit } from '../../apps/authority.ts'
import type { NewChannelSecret } from '../schemas.ts'

/**
 * Gives a channel a new signing secret, for callers who may edit the app.
 *
 * @throws ApiError appNotFound, forbidden, noSuchChannel or recentSignInRequired.
 */
export async function rotateChannelSecret(
  context: Context,
  { secrets }: Relational,
  principal: Principal,
  path: { app_id: string; channel_key: string },
): Promise<NewChannelSecret> {
  const channel = await accessChannelForEdit(context, principal, path)
  requireRecent(principal)
  const { secret, createdAt, previousUntil } = await secrets.rotate(channel.id)
  return {
    secret: `whsec_${secret.toString('base64')}`,
    created_at: createdAt.toISOString(),
    previous_expires_at: previousUntil?.toISOString() ?? null,
  }
}
