import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Relational } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { Delivery } from '../schemas.ts'
import { findDelivery } from '../store.ts'
import { replay } from '../store-lines.ts'
import { deliveryView } from '../views.ts'

/**
 * Sends a dead letter again, starting from the first attempt, under the same webhook-id.
 *
 * @throws ApiError deliveryNotFound or notADeadLetter.
 */
export async function replayDeadLetter({ db, due }: Relational, deliveryId: string): Promise<Delivery> {
  const id = parseUuid(deliveryId)
  const replayed = id !== undefined && (await db.transaction((tx) => replay(tx, id, ['Dead'])))
  const found = id === undefined ? undefined : await findDelivery(db, id)
  if (!found) throw new ApiError(errors.deliveryNotFound)
  if (!replayed) throw new ApiError(errors.notADeadLetter)
  due.set()
  return deliveryView(found)
}
