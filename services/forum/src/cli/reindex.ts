// Indexes all posts and titles anew, beside a running forum or without one:
//   DATABASE_URL=postgres://... node reindex.js
// The status is 0 when it is done, 2 when it could not be done or was interrupted.
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '@agora/shared/cli/run-command'
import { databaseUrlEnv, readEnv } from '@agora/shared/config/env'
import { createDatabase } from '@agora/shared/database/database'
import { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { createLogger } from '@agora/shared/observability/logger'
import { SingleBar } from 'cli-progress'
import { Type } from 'typebox'
import { startFollowers } from '../followers/engine.ts'
import { searchFollower } from '../followers/search.ts'
import { beginRebuild, readProgress } from '../search/indexing/store-due.ts'
import { createPostgresEngine } from '../search/postgres/engine.ts'

const LOOK_MS = 500
/** How often progress is printed without a terminal, in milliseconds. */
const LINE_EVERY_MS = 5_000

const { DATABASE_URL: url } = readEnv(Type.Object(databaseUrlEnv))
const logger = createLogger('forum', 'error')
const db = createDatabase({ url, schema: 'forum', size: 4, name: 'agora-forum-reindex', plansOnce: true })
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

await runCommand(() => reindex().finally(() => db.close()))

/** The work is queued in the database: this process or one of the running forum does it. */
async function reindex(): Promise<number> {
  if (!(await beginRebuild(db))) console.error('Resuming an interrupted run.')
  const began = performance.now()
  const following = startFollowers({
    db,
    followers: [searchFollower((tx) => createPostgresEngine(tx, logger))],
    written: new AutoResetEvent(),
    logger,
  })
  const display = progressDisplay()
  try {
    for (;;) {
      const progress = await readProgress(db)
      if (!progress) break
      if (stop.signal.aborted) {
        console.error('Interrupted. A running forum, or this command, will continue.')
        return 2
      }
      display.show(progress.of - progress.left, progress.of)
      await sleep(LOOK_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  } finally {
    display.stop()
    await following.close()
  }
  console.log(`Everything is indexed, in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  return 0
}

function progressDisplay() {
  if (process.stderr.isTTY) {
    const bar = new SingleBar({
      format: '{bar} {percentage}%  {value} of {total} threads  {eta_formatted} left',
      hideCursor: true,
      stream: process.stderr,
    })
    bar.start(1, 0)
    return {
      show: (done: number, of: number) => {
        bar.setTotal(of)
        bar.update(Math.max(0, done))
      },
      stop: () => bar.stop(),
    }
  }
  let last = 0
  return {
    show: (done: number, of: number) => {
      if (performance.now() - last < LINE_EVERY_MS) return
      last = performance.now()
      console.error(`${Math.max(0, done)} of ${of} threads`)
    },
    stop: () => {},
  }
}
