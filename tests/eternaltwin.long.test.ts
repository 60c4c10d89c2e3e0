import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMoving } from '@agora/suite/moving'
import { temporaryFolder } from '@agora/suite/temporary'
import { type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEternaltwin, ETERNALTWIN_SECRET, eternaltwinSchemas } from './support/eternaltwin.ts'
import { fillEternaltwin } from './support/eternaltwin-rows.ts'

/** An Eternaltwin of 500 accounts, 10,000 posts and 5,000 links, whose import is killed hard, again and again. */

const KILLS = 10
const games = {
  game_a: { servers: ['dinoparc.com', 'en.dinoparc.com', 'sp.dinoparc.com'] },
  game_b: { servers: ['hammerfest.fr', 'hfest.net', 'hammerfest.es'] },
}

let killed: Suite
let whole: Suite
let source: Awaited<ReturnType<typeof createEternaltwin>>
const folder = temporaryFolder('eternaltwin')
beforeAll(async () => {
  killed = await startSuite({ services: ['gateway', 'forum'], config: { games } })
  whole = await startSuite({ services: ['gateway', 'forum'], config: { games } })
  source = await createEternaltwin(eternaltwinSchemas[1]![1] || undefined)
  await fillEternaltwin(source.client, { accounts: 500, posts: 10_000 })
})
afterAll(async () => {
  await killed?.close()
  await whole?.close()
  await source?.drop()
  folder.remove()
})

/** Runs the import; with `until`, until it is killed. Its peak memory is in kB. */
async function run(suite: Suite, batch: number, until?: () => Promise<unknown>) {
  const child = startMoving({
    command: 'import',
    words: [
      ...['--from', 'eternaltwin', '--source', source.url, '--batch', String(batch)],
      ...['--report', path.join(folder.path, 'report')],
    ],
    databaseUrls: suite.database.urls,
    env: {
      PATH: process.env.PATH,
      AGORA_CONFIG: suite.config,
      HELD_NAMES_KEY: suite.secrets.heldNamesKey,
      ETERNALTWIN_SECRET,
    },
    stdio: 'pipe',
  })
  let stdout = ''
  let peak = 0
  child.stdin?.end()
  child.stderr?.resume()
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  const watching = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
    } catch {
      // It has ended.
    }
  }, 50)
  const closed = new Promise<{ status: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (status, signal) => resolve({ status, signal })),
  )
  await until?.().then(() => child.kill('SIGKILL'))
  const ended = await closed
  clearInterval(watching)
  return { ...ended, stdout, peak }
}

/** How much of the forum and its members is here. */
const COUNT = `
  SELECT (SELECT count(*) FROM forum.imported) + (SELECT count(*) FROM gateway.game_link)
    + (SELECT count(*) FROM gateway.former_name) AS count`

async function afterMore(client: pg.Client): Promise<void> {
  const read = async () => Number((await client.query<{ count: string }>(COUNT)).rows[0]?.count)
  const before = await read()
  while ((await read()) === before) await sleep(5)
  await sleep(Math.random() * 50)
}

/** What an import makes, without what each instance makes by itself. */
const CONTENT = {
  accounts: `SELECT id, username, display_name, password_hash, created_at FROM gateway.account WHERE administrator_name IS NULL`,
  addresses: `SELECT account_id, external_id, started_at FROM gateway.user_link`,
  links: `SELECT id, account_id, game, server, game_user_id, linked_at, linked_by, unlinked_at, unlinked_by FROM gateway.game_link`,
  announced: `SELECT count(*) FROM gateway.game_link`,
  names: `SELECT account_id, display_name, started_at, ended_at FROM gateway.former_name`,
  clients: `SELECT id, key, secret_hash FROM gateway.oauth_client`,
  roles: `SELECT user_id, role, section_id, start_time FROM forum.role_grant`,
  threads: `SELECT id, title, post_count, last_post_id, is_pinned, is_locked FROM forum.thread`,
  posts: `SELECT id, thread_id, position, revision_count, last_revision_id FROM forum.post`,
  revisions: `SELECT id, post_id, position, time, html, source, moderation FROM forum.revision`,
}

async function contentOf(suite: Suite): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: suite.database.adminUrl })
  await client.connect()
  const content: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(CONTENT)) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count, md5(string_agg(row::text, ',' ORDER BY row::text)) AS digest FROM (${text}) AS row`,
    )
    content[name] = rows[0]
  }
  await client.end()
  return content
}

it(`killed ${KILLS} times and run again it ends in the same community`, { timeout: 300_000 }, async () => {
  const client = new pg.Client({ connectionString: killed.database.adminUrl })
  await client.connect()
  for (let kill = 0; kill < KILLS; kill++)
    expect((await run(killed, 500, () => afterMore(client))).signal).toBe('SIGKILL')
  await client.end()
  expect((await run(killed, 500)).status).toBe(0)
  const began = performance.now()
  const { status, stdout, peak } = await run(whole, 2_000)
  console.log(
    `${(performance.now() - began).toFixed(0)} ms in all, at most ${Math.round(peak / 1024)} MiB\n${stdout}`,
  )
  expect(status).toBe(0)
  const content = await contentOf(whole)
  expect(content).toMatchObject({
    accounts: { count: 500 },
    links: { count: 5_000 },
    posts: { count: 10_000 },
    revisions: { count: 11_100 },
    names: { count: 3 },
  })
  expect(await contentOf(killed)).toEqual(content)
})
