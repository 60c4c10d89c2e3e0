import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import type { ModerationAct } from '../moderation/events.ts'
import { sanctionAct } from './events.ts'
import type { SanctionInput } from './schemas.ts'
import type { SanctionRow } from './sql.ts'
import { insertSanction, isMuteInForce, lockSanctionsOn, type NewSanction } from './store.ts'

/**
 * Sanctions a member.
 *
 * @returns the sanction, and the act to be recorded
 * @throws ApiError muteAlreadyInForce
 */
export async function imposeSanction(
  tx: Transaction,
  sanction: NewSanction,
): Promise<{ created: SanctionRow; act: ModerationAct }> {
  const { userId, sectionId, kind } = sanction
  await lockSanctionsOn(tx, userId)
  if (kind === 'Mute' && (await isMuteInForce(tx, userId, sectionId)))
    throw new ApiError(errors.muteAlreadyInForce)
  const created = await insertSanction(tx, sanction)
  return { created, act: sanctionAct('CreateSanction', created) }
}

/** @throws ApiError warningCannotExpire, sanctionExpiryPassed */
export function readExpiry({ kind, expires_at: expiry }: Pick<SanctionInput, 'kind' | 'expires_at'>) {
  if (expiry === undefined || expiry === null) return null
  if (kind === 'Warning') throw new ApiError(errors.warningCannotExpire)
  const expiresAt = new Date(expiry)
  if (expiresAt.getTime() <= Date.now()) throw new ApiError(errors.sanctionExpiryPassed)
  return expiresAt
}
