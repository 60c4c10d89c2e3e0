import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureDatabase, migrateAll, prepareDatabases } from '@agora/suite/databases'
import { projectRoot } from '@agora/suite/project'
import { newSecrets } from '@agora/suite/secrets'
import { startPostgres } from '@agora/suite/servers/postgres'
import { findTool } from '@agora/suite/servers/tools'
import { temporaryFolder } from '@agora/suite/temporary'
import { hasTestPostgres, shareTestPostgres, TEMPLATE } from './test-postgres.ts'

/**
 * Once per run: compiles what the suites start, and makes the Postgres and the database that they copy. Every group of
 * tests calls it; the first call does it for all.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (hasTestPostgres()) return undefined
  // A compile error is shown, and fails where it matters; tests of other services still run.
  const build = path.join(projectRoot, 'scripts/build.mjs')
  const { status } = spawnSync(process.execPath, [build, '--tolerant'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the project could not be built')
  process.env.AGORA_BUILT = projectRoot
  // Fetched here if need be, since the suites start in parallel.
  await findTool('redis-server')
  await findTool('nats-server')

  const folder = temporaryFolder('tests')
  const postgres = await startPostgres({ folder: folder.path, durable: false, maxConnections: 600 })
  try {
    await ensureDatabase(postgres.url, TEMPLATE)
    const templateUrls = await prepareDatabases({
      url: postgres.urlOf(TEMPLATE),
      passwords: newSecrets().databasePasswords,
    })
    await migrateAll(templateUrls)
    shareTestPostgres({ adminUrl: postgres.url, templateUrls })
  } catch (error) {
    await postgres.stop()
    folder.remove()
    throw error
  }
  return async () => {
    await postgres.kill()
    folder.remove()
  }
}
