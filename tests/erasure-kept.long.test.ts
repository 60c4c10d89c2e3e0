import { setTimeout as sleep } from 'node:timers/promises'
import { connectNats } from '@agora/shared/messaging/nats'
import { createLogger } from '@agora/shared/observability/logger'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNT_SERVICES, ErasureWorld } from './support/erasure-world.ts'

let world: ErasureWorld
beforeAll(async () => {
  world = await ErasureWorld.start()
})
afterAll(() => world?.close())

const processes = () => ACCOUNT_SERVICES.map((service) => world.suite.processes[service][0]!)
const soon = { timeout: 60_000, interval: 2_000 }

async function inDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: world.suite.database.adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Deletes the account, retrying while services are being killed. */
const erase = ({ id }: { id: string }) =>
  expect
    .poll(
      async () => {
        const answer = await world.call('DELETE', `/users/${id}`, world.administrator).catch(() => undefined)
        return answer?.status
      },
      { timeout: 30_000 },
    )
    .toSatisfy((status) => status === 200 || status === 404)

/** Kills one service after another, and restarts each a little later, until stopped. */
function killInTurn(): () => Promise<void> {
  let isOver = false
  const killing = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const process = processes()[turn % ACCOUNT_SERVICES.length]!
      await process.kill()
      await sleep(50 * (turn % 7))
      await process.start()
      await sleep(300)
    }
  })()
  return () => {
    isOver = true
    return killing
  }
}

const tables: readonly [table: string, column: string][] = [
  ['gateway.account', 'id'],
  ['gateway.user_link', 'account_id'],
  ['gateway.game_link', 'account_id'],
  ['forum.known_user', 'id'],
  ['forum.former_name', 'user_id'],
  ['apps.known_user', 'id'],
  ['mail_jobs.known_user', 'id'],
  ['archive.known_user', 'id'],
  ['archive.game_link', 'user_id'],
  ['media.known_user', 'id'],
]

/** Saves an account's rows in all tables except those of `kept`; the result puts them back. */
async function backupOf(id: string, kept = 'nothing'): Promise<() => Promise<void>> {
  const rows: [table: string, column: string, rows: unknown[]][] = []
  const revisions = await inDatabase(async (client) => {
    for (const [table, column] of tables)
      if (!table.startsWith(`${kept}.`))
        rows.push([
          table,
          column,
          (await client.query(`SELECT * FROM ${table} WHERE ${column} = $1`, [id])).rows,
        ])
    return (await client.query('SELECT * FROM forum.revision WHERE strpos(html, $1) > 0', [id])).rows
  })
  return () =>
    inDatabase(async (client) => {
      await client.query('DELETE FROM gateway.erasure WHERE user_id = $1', [id])
      for (const [table, column, before] of rows) {
        await client.query(`DELETE FROM ${table} WHERE ${column} = $1`, [id])
        const insert = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`
        await client.query(insert, [JSON.stringify(before)])
      }
      for (const { id: revision, html, source } of revisions) {
        const update = 'UPDATE forum.revision SET html = $2, source = $3 WHERE id = $1'
        await client.query(update, [revision, html, source])
      }
    })
}

/** Removes an account from the ledger; throws if it is not there. */
async function forgetInLedger(id: string): Promise<void> {
  const logger = createLogger('test', 'silent')
  const nats = connectNats({ url: world.suite.nats!.url, name: 'test', logger })
  try {
    const { streams } = (await nats.linked(AbortSignal.timeout(20_000)))!.jsm
    const { state } = await streams.info('ERASURES')
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await streams.getMessage('ERASURES', { seq })
      if (message.json<{ data: { user: string } }>().data.user !== id) continue
      await streams.deleteMessage('ERASURES', seq)
      return
    }
    throw new Error(`the ledger does not have it: ${JSON.stringify(state)}`)
  } finally {
    await nats.close()
  }
}

test('whatever is killed meanwhile, nothing is left of accounts that were erased, and no backup brings them back', {
  timeout: 240_000,
}, async () => {
  const members = []
  for (const name of ['Agate', 'Beryl', 'Citrine']) members.push(await world.member(name))
  const [, everywhere, inPlaces] = members
  const restoreEverywhere = await backupOf(everywhere!.id)
  // The archive's rows are not saved: it still knows.
  const restoreInPlaces = await backupOf(inPlaces!.id, 'archive')

  const end = killInTurn()
  for (const member of members) {
    await erase(member)
    await sleep(1_500)
  }
  await sleep(6_000)
  await end()
  for (const member of members) await expect.poll(() => world.found(member), soon).toEqual([])

  await forgetInLedger(inPlaces!.id)
  await Promise.all(processes().map((process) => process.stop()))
  await restoreEverywhere()
  await restoreInPlaces()
  for (const member of [everywhere!, inPlaces!]) expect(await world.found(member)).not.toEqual([])
  await Promise.all(processes().map((process) => process.start()))
  for (const member of members) {
    await expect.poll(() => world.found(member), soon).toEqual([])
    expect((await world.call('GET', `/users/${member.id}`)).status).toBe(404)
  }
})
