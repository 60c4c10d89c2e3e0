import type { Principal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context, Relational } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAppForEdit } from '../../apps/authority.ts'
import type { NewChannelSecret } from '../schemas.ts'

/**
 * Gives a channel a new signing secret, for callers who may edit the app.
 *
 * @throws ApiError appNotFound, forbidden or noSuchChannel.
 */
export async function rotateChannelSecret(
  context: Context,
  { secrets }: Relational,
  principal: Principal,
  path: { app_id: string; channel_key: string },
): Promise<NewChannelSecret> {
  const app = await accessAppForEdit(context, principal, path.app_id)
  const channel = app.channels.find(({ key }) => key === path.channel_key)
  if (!channel) throw new ApiError(errors.noSuchChannel)
  const { secret, createdAt, previousUntil } = await secrets.rotate(channel.id)
  return {
    secret: `whsec_${secret.toString('base64')}`,
    created_at: createdAt.toISOString(),
    previous_expires_at: previousUntil?.toISOString() ?? null,
  }
}
