import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { type Attempt, recordAttempt } from '../../../idempotency/store.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessTargetOfSanction } from '../authority.ts'
import { imposeSanction, readExpiry } from '../impose.ts'
import type { Sanction, SanctionInput } from '../schemas.ts'
import { readSanction } from '../store.ts'
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
  const createdById = actor.user.id
  const sanction = { userId: user.id, sectionId, kind, expiresAt, reason, internalNote, createdById }
  const created = await context.db.transaction(async (tx) => {
    const { created, act } = await imposeSanction(tx, sanction)
    await recordAttempt(tx, attempt, created.id)
    await recordModeration(tx, actor, [act])
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
