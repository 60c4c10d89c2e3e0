import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { type Actor, accessSelf } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { readCode, stepOf } from '../../factors/codes.ts'
import { takeAdded } from '../added.ts'
import { changingAuthenticators } from '../authority.ts'
import type { EnableBody, NewAuthenticator } from '../schemas.ts'
import { enableTotp, hasRoom, readTotp } from '../store.ts'

/**
 * Puts a secret into force with one of its codes. A wrong code is no attempt at anybody's account: whoever asks knows the secret.
 * @throws ApiError 403 for anybody else and without a recent sign-in, 404, 409 if it is in force or the account has too
 * many, 422 for a wrong code
 */
export async function enableAuthenticator(
  context: Context,
  actor: Actor,
  params: { user_id: string; authenticator_id: string },
  { code }: EnableBody,
): Promise<NewAuthenticator> {
  const { id: accountId } = await accessSelf(context, actor, params.user_id)
  const id = parseUuid(params.authenticator_id)
  return changingAuthenticators(context, actor, accountId, async (tx, account) => {
    const totp = id === undefined ? undefined : await readTotp(tx, accountId, id)
    if (id === undefined || !totp) throw new ApiError(errors.authenticatorNotFound)
    if (totp.isEnabled) throw new ApiError(errors.authenticatorEnabled)
    if (!(await hasRoom(tx, accountId))) throw new ApiError(errors.tooManyAuthenticators)
    const secret = context.sealer.open(totp.secret, id)
    const read = readCode(code)
    const step = secret && read?.kind === 'Totp' ? stepOf(secret, read.digits) : undefined
    if (step === undefined) throw new ApiError(errors.codeWrong)
    return takeAdded(context, tx, { actor, account, row: await enableTotp(tx, id, step) })
  })
}
