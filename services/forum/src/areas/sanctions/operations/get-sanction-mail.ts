import type { SanctionMail } from '@agora/shared/contracts/internal-sanctions'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { timestampOrNull } from '../../../resources/views.ts'
import { readSanctionMail } from '../store.ts'

/**
 * What the mail about a sanction tells its member.
 *
 * @throws ApiError nothingToSend if it was lifted or has ended
 */
export async function getSanctionMail({ db }: Context, id: string): Promise<SanctionMail> {
  const sanction = await readSanctionMail(db, id)
  if (!sanction) throw new ApiError(errors.nothingToSend)
  return { ...sanction, expires_at: timestampOrNull(sanction.expires_at) }
}
