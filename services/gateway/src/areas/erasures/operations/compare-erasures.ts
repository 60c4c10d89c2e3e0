import type { ErasuresKnown } from '@agora/shared/contracts/erasures'
import type { Context } from '../../../context.ts'
import { eraseAgain } from '../erase-again.ts'
import { renewParts } from '../store.ts'

/** Brings a service's list of erased accounts and the gateway's together: what one of them lacks it erases. */
export async function compareErasures(
  context: Context,
  service: string,
  known: ErasuresKnown,
): Promise<void> {
  await eraseAgain(context, known.users)
  await renewParts(context.pool, service, known)
}
