import { newId } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { type Actor, accessSelf } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { newTotpSecret, totpSettings } from '../../factors/codes.ts'
import { readSettings } from '../../site/settings.ts'
import { changingAuthenticators } from '../authority.ts'
import type { NewTotp, NewTotpBody } from '../schemas.ts'
import { hasRoom, insertPendingTotp } from '../store.ts'

/**
 * Makes a secret for a program that shows codes. It counts for nothing until a code has shown that it arrived there.
 * @throws ApiError 403 for anybody else and without a recent sign-in, 409 if the account has too many
 */
export async function createTotp(
  context: Context,
  actor: Actor,
  userId: string,
  { name }: NewTotpBody,
): Promise<NewTotp> {
  const { id: accountId } = await accessSelf(context, actor, userId)
  const [id, secret] = [newId(), newTotpSecret()]
  return changingAuthenticators(context, actor, accountId, async (tx, account) => {
    if (!(await hasRoom(tx, accountId))) throw new ApiError(errors.tooManyAuthenticators)
    await insertPendingTotp(tx, accountId, { id, name, secret: context.sealer.seal(secret, id) })
    const { name: issuer } = await readSettings(context.config, tx)
    const names = { issuer, label: account.username }
    return { id, ...totpSettings(secret, names) }
  })
}
