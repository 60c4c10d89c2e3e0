import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { services, withDatabase } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { startRedisSentinels } from '@agora/suite/servers/redis-sentinels'
import { temporaryFolder } from '@agora/suite/temporary'
import { startSuite } from '@agora/testing/suite'
import { createTestDatabase } from '@agora/testing/test-postgres'
import { expect, onTestFinished, test } from 'vitest'

const LEVELS = ['info', 'warn', 'error', 'fatal']
/** As newer versions of Node do without being asked. */
const warning = { NODE_OPTIONS: '--pending-deprecation' }

/** The lines that are no JSON of the log's shape. */
const plainIn = (log: string) =>
  log
    .split('\n')
    .filter(Boolean)
    .filter((line) => {
      try {
        return !LEVELS.includes(JSON.parse(line).level)
      } catch {
        return true
      }
    })

test('every service writes JSON lines alone, warnings of Node included', async () => {
  const env = Object.fromEntries(services.map((service) => [service, warning]))
  const suite = await startSuite({ services: [...services], env })
  onTestFinished(() => suite.close())
  await suite.call('GET', '/forum/sections')
  for (const service of services) {
    const log = suite.processes[service][0]?.log() ?? ''
    expect(log, service).not.toBe('')
    expect(plainIn(log), service).toEqual([])
    // What others would have told at each start.
    expect(log, service).not.toContain('DEP0169')
  }
}, 60_000)

test('what a library says on its own, of a Sentinel that is away, is a JSON line too', async () => {
  const folder = temporaryFolder('sentinels')
  const sentinels = await startRedisSentinels(folder.path)
  onTestFinished(async () => {
    await sentinels.kill()
    folder.remove()
  })
  const away = '127.0.0.1:9'
  const suite = await startSuite({
    services: ['apps'],
    stores: { redis: sentinels.url.replace('/agora?', `,${away}/agora?`), nats: `nats://${away}` },
  })
  onTestFinished(() => suite.close())
  const log = () => suite.processes.apps[0]?.log() ?? ''
  await expect.poll(log).toContain('[ioredis] Unhandled error event')
  expect(plainIn(log())).toEqual([])
}, 60_000)

test('a migration, and what waits for one, write JSON lines alone', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const [service] = withDatabase as ['gateway']
  const folder = path.join(projectRoot, 'services', service)
  const run = (words: string[], env: Record<string, string>) => {
    const program = [path.join(folder, 'dist/bundle/migrate.js'), service, 'prisma/migrations', ...words]
    const { stdout, stderr, status } = spawnSync(process.execPath, program, {
      cwd: folder,
      env: { ...process.env, ...warning, LOG_LEVEL: 'info', ...env },
      encoding: 'utf8',
    })
    return { log: stdout + stderr, status }
  }
  for (const words of [[], ['--wait']]) {
    const { log, status } = run(words, { DATABASE_URL: database.urls[service] })
    expect(status, log).toBe(0)
    expect(plainIn(log)).toEqual([])
    expect(log).toContain('"msg":"gateway: up to date"')
  }
  const { log, status } = run([], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/agora' })
  expect(status).toBe(1)
  expect(plainIn(log)).toEqual([])
}, 60_000)
