import type { Context } from '../context.ts'
import { fileOf } from '../conversion/task.ts'
import type { Storage } from '../storage/storage.ts'
import { databaseId, newestPicture } from './store.ts'

/** What `MEDIA_ADOPT` says of files that are marked as nobody's. */
const UNMARKED = 'unmarked'

async function isEmpty(storage: Storage): Promise<boolean> {
  let place: string | undefined
  do {
    const { ids, next } = await storage.list(place)
    if (ids.length > 0) return false
    place = next
  } while (place !== undefined)
  return true
}

/** Files that nobody has marked are this database's if its newest picture is among them: an earlier version marked none. */
async function holdsNewest({ db, storage }: Pick<Context, 'db' | 'storage'>): Promise<boolean> {
  const newest = await newestPicture(db)
  const file = newest === undefined ? undefined : await storage.open(newest, fileOf('full'))
  await file?.close()
  return file !== undefined
}

/**
 * Whether the files at MEDIA_URL are this database's, which marks those that are nobody's: only then may it delete what it
 * does not know or thinks unshown. Those of another installation, or of the database that this one was restored from, are
 * its own once an operator says so.
 */
export async function ownsStorage(
  context: Pick<Context, 'db' | 'storage' | 'env' | 'metrics' | 'logger'>,
): Promise<boolean> {
  const { db, storage, env, metrics, logger } = context
  const own = await databaseId(db)
  let owner = await storage.owner()
  const mayTake =
    env.MEDIA_ADOPT === (owner ?? UNMARKED) ||
    (owner === undefined && ((await isEmpty(storage)) || (await holdsNewest(context))))
  if (owner !== own && mayTake) {
    await storage.setOwner(own, owner)
    logger.info({ database: own, before: owner }, 'the files at MEDIA_URL were marked as this database’s')
    // One of two databases that began at once has marked them.
    owner = await storage.owner()
  }
  metrics.foreign.set(owner === own ? 0 : 1)
  if (owner !== own)
    logger.warn(
      { owner: owner ?? UNMARKED, database: own },
      'the files at MEDIA_URL are of another database, and none is deleted by itself: set MEDIA_ADOPT to the owner to take them over',
    )
  return owner === own
}
