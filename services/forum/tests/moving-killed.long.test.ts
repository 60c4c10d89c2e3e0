import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { move, movingFolder } from './helpers/moving.ts'
import { day } from './helpers/small-forum.ts'

/** An import that is killed hard, again and again. */

const THREADS = 400
const POSTS = 30
const KILLS = 10

let killed: Suite
let whole: Suite
const folder = movingFolder()
beforeAll(async () => {
  killed = await startSuite({ services: ['gateway', 'forum'] })
  whole = await startSuite({ services: ['gateway', 'forum'] })
})
afterAll(async () => {
  await killed?.close()
  await whole?.close()
})

function* forum(): Generator<object> {
  yield { type: 'forum', version: 1 }
  yield { type: 'section', id: 's', display_name: 'Section', created_at: day(1) }
  for (let user = 0; user < 100; user++)
    yield { type: 'user', id: `${user}`, username: `user_${user}`, created_at: day(1) }
  for (let thread = 0; thread < THREADS; thread++) {
    yield {
      type: 'thread',
      id: `${thread}`,
      section: 's',
      title: `Thread ${thread}`,
      author: '1',
      created_at: day(2),
    }
    for (let post = 0; post < POSTS; post++)
      yield {
        type: 'post',
        id: `${thread}.${post}`,
        thread: `${thread}`,
        author: `${(thread * post) % 100}`,
        created_at: day(3),
        format: 'markdown',
        body: `**Post** ${post}, [before](imported:post:${thread}.${post - 1}), [far](imported:post:${THREADS - thread}.1)`,
      }
  }
  yield { type: 'ban', id: 'b', user: '7', reason: 'Spam', created_at: day(4) }
}

/** Where in the file the import is. */
async function position(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ position: string }>('SELECT position FROM forum.import_progress')
  return Number(rows[0]?.position ?? 0)
}

/** Resolves a moment after the import has come further. */
async function afterMore(client: pg.Client): Promise<void> {
  const before = await position(client)
  while ((await position(client)) === before) await sleep(5)
  await sleep(Math.random() * 100)
}

const exportOf = async (suite: Suite, name: string) => {
  expect((await move('export', suite, [folder.path(name)])).status).toBe(0)
  // Instances differ in the ids of what they have made by themselves.
  const own = /"01[0-9a-f]{6}-[0-9a-f]{4}-7[^"]+"/g
  const lines = readFileSync(folder.path(name), 'utf8').split('\n')
  return lines
    .filter((line) => !line.includes('"section","id":"01'))
    .map((line) => line.replaceAll(own, '"own"'))
}

it(`killed ${KILLS} times and resumed it ends in the same forum`, { timeout: 180_000 }, async () => {
  const file = folder.write('forum.ndjson', [...forum()])
  const words = ['--from', 'ndjson', file, '--batch', '400', '--report', folder.path('report')]
  const client = new pg.Client({ connectionString: killed.database.adminUrl })
  await client.connect()
  for (let kill = 0; kill < KILLS; kill++) {
    const { signal } = await move('import', killed, words, { until: afterMore(client) })
    expect(signal).toBe('SIGKILL')
  }
  await client.end()
  const last = await move('import', killed, words)
  expect(last).toMatchObject({ status: 0, stderr: expect.stringContaining('Going on after line') })
  expect((await move('import', whole, words)).status).toBe(0)
  expect(await exportOf(killed, 'killed.ndjson')).toEqual(await exportOf(whole, 'whole.ndjson'))
})
