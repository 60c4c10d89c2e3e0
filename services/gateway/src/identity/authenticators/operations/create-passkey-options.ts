import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { type Actor, accessSelf } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import type { CreationOptions } from '../../factors/passkey-schemas.ts'
import { creationOptions } from '../../factors/passkeys.ts'
import type { Site } from '../../factors/site.ts'
import { readCredentialIds } from '../../factors/store-passkeys.ts'
import { readSettings } from '../../site/settings.ts'
import { changingAuthenticators } from '../authority.ts'
import { hasRoom } from '../store.ts'

/**
 * What the member's browser makes a passkey by.
 * @throws ApiError 403 for anybody else and without a recent sign-in, 409 if the account has too many
 */
export async function createPasskeyOptions(
  context: Context,
  actor: Actor,
  userId: string,
  site: Site,
): Promise<CreationOptions> {
  const account = await accessSelf(context, actor, userId)
  return changingAuthenticators(context, actor, account.id, async (tx) => {
    if (!(await hasRoom(tx, account.id))) throw new ApiError(errors.tooManyAuthenticators)
    const { name } = await readSettings(context.config, tx)
    return creationOptions(context, { name, ...site }, account, await readCredentialIds(tx, account.id))
  })
}
