import type { Context } from '../../context.ts'
import { findOrphans, markOrphanGone, noteShown } from '../claims/store-orphans.ts'
import { keepShown } from '../emblems/store.ts'

/** Does this with each; one with which it fails keeps no other from it. False if there was one. */
async function withEach(
  { logger }: Pick<Context, 'logger'>,
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<boolean> {
  let areDone = true
  for (const id of ids)
    try {
      await work(id)
    } catch (error) {
      areDone = false
      logger.warn({ err: error, media: id }, 'a picture could not be deleted, tried again later')
    }
  return areDone
}

/** Deletes what uploads have left that came to nothing: their process was killed, or could not clean up. */
export async function sweepUploads(context: Context): Promise<void> {
  const { media, storage, spool, metrics } = context
  await spool.sweep()
  for (let ids = await media.unfinished(); ids.length > 0; ids = await media.unfinished()) {
    const areDone = await withEach(context, ids, async (id) => {
      await storage.remove(id)
      await media.giveUp(id)
      metrics.deleted.inc({ reason: 'unfinished' })
    })
    if (!areDone) break
  }
  await media.purgeUploads()
}

/**
 * Deletes pictures that nothing has shown for 24 hours, unless the forum is behind with saying what posts show, or it or the
 * gateway is away. What posts and avatars show costs nothing, however much it is.
 */
export async function sweepOrphans(context: Context): Promise<void> {
  const { db, forum, emblems, media, storage, metrics } = context
  if (await forum.isBehind()) return
  while ((await noteShown(db)) > 0);
  if ((await findOrphans(db)).length === 0) return
  await keepShown(db, await emblems.shown())
  for (let ids = await findOrphans(db); ids.length > 0; ids = await findOrphans(db))
    await withEach(context, ids, async (id) => {
      if (!(await markOrphanGone(db, id))) return
      await storage.remove(id)
      await media.dropGone(id)
      metrics.deleted.inc({ reason: 'orphan' })
    })
}

/** Takes a picture whose files are gone from where it is shown, and forgets it. */
export async function forgetGone({ media, forum, emblems }: Context, id: string): Promise<void> {
  await forum.removePicture(id, await media.postsWith(id))
  await emblems.remove(id)
  await media.dropGone(id)
}

/** Comes to the end of deletions that were broken off. */
export async function sweepGone(context: Context): Promise<void> {
  await withEach(context, await context.media.leftGone(), async (id) => {
    await context.storage.remove(id)
    await forgetGone(context, id)
  })
}

/**
 * Deletes all pictures of an account, and its avatar, whosever picture that is. What a section or the site is shown by stays,
 * as texts do: it is the community's. Once it is shown no more it goes like any other.
 */
export async function removeOwner(context: Context, ownerId: string): Promise<void> {
  const { media, avatars, emblems, storage, metrics } = context
  await avatars.clear(ownerId)
  const hasPictures = (await media.idsOf(ownerId, [])).length > 0
  const shown = hasPictures ? await emblems.shown() : []
  const next = () => media.idsOf(ownerId, shown)
  for (let ids = await next(); ids.length > 0; ids = await next()) {
    for (const id of ids) {
      await media.markGone(id)
      await storage.remove(id)
      await forgetGone(context, id)
      await media.giveUp(id)
      metrics.deleted.inc({ reason: 'erased' })
    }
  }
  await media.forgetUploadsOf(ownerId)
}
