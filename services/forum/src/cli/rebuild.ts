// Makes anew what follows from the forum's content, beside a running forum or without one:
//   DATABASE_URL=postgres://... node rebuild.js FOLLOWER
// The status is 0 when it is done, 2 when it could not be done or was interrupted.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { progressDisplay } from '@agora/shared/cli/progress-display'
import { runCommand } from '@agora/shared/cli/run-command'
import { databaseUrlEnv, readEnv } from '@agora/shared/config/env'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { createLogger } from '@agora/shared/observability/logger'
import { Type } from 'typebox'
import { allFollowers } from '../followers/all.ts'
import { startFollowers } from '../followers/engine.ts'
import type { Follower } from '../followers/follower.ts'
import { beginRebuild, readRebuild } from '../followers/store.ts'

const LOOK_MS = 500

const logger = createLogger('forum', 'warn')
const followers = allFollowers(logger)

const USAGE = `usage: npm run forum:rebuild -- FOLLOWER

Makes anew what follows from the forum's content, whether or not the forum is running; an interrupted run is resumed.
FOLLOWER is one of:
${followers.map(({ name, rebuild }) => `  ${name}${typeof rebuild === 'string' ? ` (cannot be rebuilt: ${rebuild})` : ''}`).join('\n')}`

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  })
  const follower = followers.find(({ name }) => name === positionals[0])
  if (values.help || !follower || positionals.length > 1) {
    console.error(USAGE)
    return values.help ? 0 : 2
  }
  if (typeof follower.rebuild === 'string')
    throw new Error(`${follower.name} cannot be rebuilt: ${follower.rebuild}`)
  const { DATABASE_URL: url } = readEnv(Type.Object(databaseUrlEnv))
  const db = createDatabase({ url, schema: 'forum', size: 4, name: 'agora-forum-rebuild', plansOnce: true })
  return rebuild(db, follower).finally(() => db.close())
})

/** The work is recorded in the database: this process or one of the running forum does it. */
async function rebuild(db: Database, follower: Follower): Promise<number> {
  const { name, backlog } = follower
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  if (!(await beginRebuild(db, name))) console.error('Resuming an interrupted run.')
  const began = performance.now()
  const following = startFollowers({ db, followers: [follower], written: new AutoResetEvent(), logger })
  const { left: first = 0, of = 0 } = (await readRebuild(db, name)) ?? {}
  const at = (left: number) => ({ position: of - left, lines: of - left, done: of - left })
  const display = progressDisplay(of, at(first), 'threads')
  try {
    for (;;) {
      const progress = await readRebuild(db, name)
      if (!progress && !(await backlog?.isDue(db))) break
      if (stop.signal.aborted) {
        console.error('Interrupted. A running forum, or this command, will continue.')
        return 2
      }
      display.show(at(Math.min(of, progress?.left ?? 0)))
      await sleep(LOOK_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  } finally {
    display.stop()
    await following.close()
  }
  console.log(`${name}: everything is rebuilt, in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  return 0
}
