import { newId } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken, newToken } from '@agora/shared/tokens'
import { errors } from '../../../errors.ts'
import { type Actor, holdAccount } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { judgeRecent } from '../../credentials/store-recent.ts'
import { accessInvitations } from '../authority.ts'
import type { InvitationInput, NewInvitation } from '../schemas.ts'
import { insertInvitation } from '../store.ts'
import { invitationView } from '../views.ts'

/** @throws ApiError 403 without the right or a recent sign-in, 409 for too many */
export async function createInvitation(
  context: Context,
  actor: Actor,
  { most_uses: mostUses, days, note = '' }: InvitationInput,
): Promise<NewInvitation> {
  await accessInvitations(context, actor)
  const token = newToken()
  const made = { id: newId(), tokenHash: hashToken(token), createdBy: actor.id, days, note, mostUses }
  return context.transaction(async (tx) => {
    await holdAccount(tx, actor.id)
    await judgeRecent(tx, actor)
    const row = await insertInvitation(tx, made)
    if (!row) throw new ApiError(errors.tooManyInvitations)
    return { ...invitationView(row), token }
  })
}
