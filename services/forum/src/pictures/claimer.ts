import type { Database } from '@agora/shared/database/database'
import type { Transaction } from '@agora/shared/database/sql'
import type { Closable } from '@agora/shared/lifecycle/run-until-closed'
import { startSteps } from '@agora/shared/lifecycle/steps'
import type { Logger } from 'pino'
import type { Media } from './media.ts'
import {
  deleteDue,
  drawVersion,
  lockDue,
  type PictureDue,
  postponeDue,
  readPictures,
  removePictures,
} from './store.ts'

/** A picture that nothing shows is kept for a day: nobody waits for this. In milliseconds. */
const LOOK_MS = 2_000

/** Tells the media service which pictures posts show, one post after another. Several replicas take different ones. */
export function startClaimer({
  db,
  media,
  logger,
}: {
  db: Database
  media: Media
  logger: Logger
}): Closable {
  if (!media.isDeployed) return { close: async () => {} }
  const step = async () => {
    let due: PictureDue | undefined
    try {
      await db.transaction(async (tx) => {
        due = await lockDue(tx)
        if (due) await claim(tx, due, media)
      })
    } catch (error) {
      if (due) await postponeDue(db, due).catch(() => {})
      throw error
    }
    return due ? 0 : 'idle'
  }
  return startSteps({ name: 'claims of pictures', step, idleMs: LOOK_MS, logger })
}

/** What was deleted while a text was written is removed from it. */
async function claim(tx: Transaction, due: PictureDue, media: Media): Promise<void> {
  const version = await drawVersion(tx)
  const post = await readPictures(tx, due.postId)
  if (post) {
    const { authorId, pictures } = post
    const place = { kind: 'Post' as const, id: due.postId }
    const claimed = await media.claim({ place, version, owner: authorId, media: pictures }, null)
    const kept = new Set(claimed.map(({ id }) => id))
    const gone = pictures.filter((id) => !kept.has(id))
    if (gone.length > 0) await removePictures(tx, due.postId, gone)
  }
  await deleteDue(tx, due)
}
