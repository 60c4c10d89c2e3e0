import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { envPrefixOf, schemaOf, services, withDatabase } from '@agora/shared/contracts/services'
import { migrate } from '@agora/shared/database/migrate'
import { migrateAll, prepareDatabases } from '@agora/suite/databases'
import { migrationsOf, projectRoot } from '@agora/suite/project'
import { newSecrets } from '@agora/suite/secrets'
import { startPostgres } from '@agora/suite/servers/postgres'
import { temporaryFolder } from '@agora/suite/temporary'
import { startSuite } from '@agora/testing/suite'
import type { TestDatabase } from '@agora/testing/test-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { Balancer } from './support/balancer.ts'
import { administer } from './support/followed-database.ts'
import { SteadyLoad } from './support/load.ts'

/**
 * The folder of an earlier version. Building one takes longer than a test may, and a shallow clone has none:
 *
 *   git worktree add ../earlier COMMIT && (cd ../earlier && npm run build)
 *   UPGRADE_FROM=../earlier npm run test:long -- upgrade
 */
const { UPGRADE_FROM } = process.env
const DRAIN_SECONDS = '4'

test.skipIf(UPGRADE_FROM === undefined)(
  'an upgrade from UPGRADE_FROM under load, with backups under way, loses no request',
  async () => {
    const root = path.resolve(projectRoot, UPGRADE_FROM ?? '')
    const folder = temporaryFolder('upgrade')
    onTestFinished(() => folder.remove())
    const database = await databaseAsOf(root, path.join(folder.path, 'postgres'))
    onTestFinished(() => database.drop())
    const balancer = await Balancer.start()
    onTestFinished(() => balancer.close())
    const env = { DRAIN_SECONDS, GATEWAY_URL: balancer.url }
    const suite = await startSuite({
      services,
      database,
      upgradesFrom: root,
      replicas: Object.fromEntries(services.map((service) => [service, 2])),
      env: Object.fromEntries(services.map((service) => [service, env])),
    })
    onTestFinished(() => suite.close())
    await balancer.serve(suite.urls.gateway)

    const load = await SteadyLoad.begin(suite, balancer.url)
    const backups = new Backups(database, folder.path)
    await migrateAll(database.urls)
    for (const service of services) for (const process of suite.processes[service]) await process.restart()
    const copied = await backups.stop()
    const { requests, failures, replies, members } = await load.stop()
    console.log(`${requests} requests, ${failures.length} failures, ${copied} backups`)
    expect(failures).toEqual([])
    expect(copied).toBeGreaterThan(0)
    const idsAmong = (table: string, ids: readonly string[]) =>
      administer(database.adminUrl, `SELECT FROM ${table} WHERE id = ANY('{${ids.join()}}'::uuid[])`)
    expect(await idsAmong('forum.post', replies)).toHaveLength(replies.length)
    expect(await idsAmong('gateway.account', members)).toHaveLength(members.length)
  },
  600_000,
)

/** A server of its own with the schemas as an earlier version leaves them. */
async function databaseAsOf(root: string, folder: string): Promise<TestDatabase> {
  const server = await startPostgres({ folder, durable: false })
  const url = server.urlOf('postgres')
  const urls = await prepareDatabases({ url, passwords: newSecrets().databasePasswords })
  for (const service of withDatabase)
    await migrate({
      url: urls[service],
      schema: schemaOf(service),
      directory: migrationsOf(service, root),
    })
  return { name: 'postgres', adminUrl: url, urls, drop: () => server.kill().then(() => undefined) }
}

/** Backups of all services, one after another, until they are stopped. */
class Backups {
  #isStopping = false
  readonly #copied: Promise<number>

  constructor({ urls }: TestDatabase, folder: string) {
    const named = withDatabase.map((service) => [`${envPrefixOf(service)}_DATABASE_URL`, urls[service]])
    const env = { PATH: process.env.PATH, ...Object.fromEntries(named) }
    const command = path.join(projectRoot, 'scripts/backup.mjs')
    const run = async () => {
      let copied = 0
      while (!this.#isStopping) {
        await promisify(execFile)(process.execPath, [command, path.join(folder, `backup-${copied}`)], { env })
        copied += 1
      }
      return copied
    }
    this.#copied = run()
    this.#copied.catch(() => {})
  }

  stop(): Promise<number> {
    this.#isStopping = true
    return this.#copied
  }
}
