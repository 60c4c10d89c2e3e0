import type { DueErasure, ErasuresDone } from '@agora/shared/contracts/erasures'
import type { Context } from '../../context.ts'
import { readDue, takeDone } from '../store.ts'

/** Records what a service has erased; returns what it must erase next. */
export function listDueErasures(
  { pool, transaction }: Context,
  service: string,
  { done }: ErasuresDone,
): Promise<DueErasure[]> {
  return done.length === 0
    ? readDue(pool, service)
    : transaction(async (tx) => {
        await takeDone(tx, service, done)
        return readDue(tx, service)
      })
}
