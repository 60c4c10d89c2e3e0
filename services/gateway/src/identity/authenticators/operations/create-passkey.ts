import { newId } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { type Actor, accessSelf } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { readMade } from '../../factors/passkeys.ts'
import type { Site } from '../../factors/site.ts'
import { spendChallenge } from '../../factors/store-passkeys.ts'
import { takeAdded } from '../added.ts'
import { changingAuthenticators } from '../authority.ts'
import type { NewAuthenticator, NewPasskeyBody } from '../schemas.ts'
import { hasRoom, insertPasskey } from '../store.ts'

/**
 * Adds a passkey that the member's browser has made.
 * @throws ApiError 403 for anybody else and without a recent sign-in, 409 if the passkey is known or the account has too
 * many, 422 unless it answers a challenge of theirs, for the first time
 */
export async function createPasskey(
  context: Context,
  actor: Actor,
  userId: string,
  { name, credential }: NewPasskeyBody,
  site: Site,
): Promise<NewAuthenticator> {
  const { id: accountId } = await accessSelf(context, actor, userId)
  return changingAuthenticators(context, actor, accountId, async (tx, account) => {
    if (!(await hasRoom(tx, accountId))) throw new ApiError(errors.tooManyAuthenticators)
    const made = await readMade(context, site, accountId, credential)
    if (!made || !(await spendChallenge(tx, made.challenge))) throw new ApiError(errors.passkeyMisshapen)
    const row = await insertPasskey(tx, accountId, { ...made, id: newId(), name })
    if (!row) throw new ApiError(errors.authenticatorEnabled)
    return takeAdded(context, tx, { actor, account, row })
  })
}
