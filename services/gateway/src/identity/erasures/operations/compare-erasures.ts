import type { ErasuresKnown } from '@agora/shared/contracts/erasures'
import type { Context } from '../../context.ts'
import { eraseAgain } from '../erase-again.ts'
import { renewParts } from '../store.ts'

/** Reconciles a service's list of erased accounts with the gateway's: each erases what it lacks. */
export async function compareErasures(
  context: Context,
  service: string,
  known: ErasuresKnown,
): Promise<void> {
  await eraseAgain(context, known.users)
  await renewParts(context.pool, service, known)
}
