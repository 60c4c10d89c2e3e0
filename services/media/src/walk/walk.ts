import { madeAt } from '@agora/shared/contracts/ids'
import { purgePlaces } from '../areas/claims/store.ts'
import { noteUnshown } from '../areas/claims/store-orphans.ts'
import type { Context } from '../context.ts'
import { endTurn, takeTurn, unknownOf } from './store.ts'

/** Files of younger ids may be about to get their row, in milliseconds. */
const YOUNG_MS = 24 * 60 * 60 * 1000
/** So many unknown ids at once are a database that has lost rows, if they are most of what was looked at. */
const SUSPICIOUS = 20

/**
 * Holds the stored files against the rows, a part at each call, and begins again after the last. Files that no row has
 * known for a day are deleted: those of a process that was killed after its upload was given up. Only of a storage that
 * is this database's own. What a process has left half done in the rows comes to its end as well.
 */
export async function walkFiles({ db, storage, metrics, logger }: Context): Promise<void> {
  const turn = await takeTurn(db)
  if (!turn) return
  const { ids, next } = await storage.list(turn.after ?? undefined)
  const old = ids.filter((id) => Date.now() - madeAt(id) > YOUNG_MS)
  const unknown = await unknownOf(db, old)
  metrics.walked.inc(ids.length)
  if (unknown.length > SUSPICIOUS && unknown.length > ids.length / 2)
    logger.warn(
      { unknown: unknown.length, of: ids.length, after: turn.after },
      'most files have no row and were left alone: has the database lost rows?',
    )
  else
    for (const id of unknown) {
      await storage.remove(id)
      metrics.deleted.inc({ reason: 'unknown' })
    }
  await noteUnshown(db, ids)
  if (next === undefined) await purgePlaces(db)
  await endTurn(db, next ?? null)
}
