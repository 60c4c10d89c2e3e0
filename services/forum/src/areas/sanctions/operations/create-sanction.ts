import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { Attempt } from '../../../idempotency/attempt.ts'
import { recordAttempt } from '../../../idempotency/store.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessTargetOfSanction } from '../authority.ts'
import { sanctionAct } from '../events.ts'
import type { Sanction, SanctionInput } from '../schemas.ts'
import { insertSanction, isMuteInForce, lockSanctionsOn, readSanction } from '../store.ts'
import { viewSanction } from '../views.ts'

/**
 * Warns or mutes a member, in a section or in the whole forum.
 *
 * @throws ApiError warningCannotExpire, sanctionExpiryPassed, cannotSanction, sectionNotFound,
 *   sanctionedUserNotFound, muteAlreadyInForce
 */
export async function createSanction(
  context: Context,
  principal: Caller,
  input: SanctionInput,
  attempt?: Attempt,
): Promise<Sanction> {
  const { kind, reason, internal_note: internalNote } = input
  const expiresAt = readExpiry(input)
  const { actor, user, sectionId } = await accessTargetOfSanction(context, principal, input)
  const sanction = { userId: user.id, sectionId, kind, expiresAt, reason, internalNote }
  const created = await context.db.transaction(async (tx) => {
    await lockSanctionsOn(tx, user.id)
    if (kind === 'Mute' && (await isMuteInForce(tx, user.id, sectionId))) {
      throw new ApiError(errors.muteAlreadyInForce)
    }
    const created = await insertSanction(tx, { ...sanction, createdById: actor.user.id })
    await recordAttempt(tx, attempt, created.id)
    await recordModeration(tx, actor, [sanctionAct('CreateSanction', created)])
    return created
  })
  return viewSanction(created, true)
}

/** An earlier attempt's sanction, as it reads now. */
export async function readCreatedSanction({ db }: Context, id: string): Promise<Sanction> {
  const sanction = await readSanction(db, id)
  if (!sanction) throw new ApiError(errors.sanctionNotFound)
  return viewSanction(sanction, true)
}

function readExpiry({ kind, expires_at: expiry }: SanctionInput): Date | null {
  if (expiry === undefined || expiry === null) return null
  if (kind === 'Warning') throw new ApiError(errors.warningCannotExpire)
  const expiresAt = new Date(expiry)
  if (expiresAt.getTime() <= Date.now()) throw new ApiError(errors.sanctionExpiryPassed)
  return expiresAt
}
