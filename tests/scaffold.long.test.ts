import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { request } from '@agora/testing/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  copyProject,
  declare,
  removeService,
  runIn,
  undeclareAll,
  visits,
  writeService,
} from './support/scaffold.ts'
import { freeBasePort, Started } from './support/started.ts'

/** The whole suite is installed, generated, compiled and started here, twice. In milliseconds. */
const LONG = 900_000

/** Each is a folder and one declaration; the rest is generated. */
describe('an additional service', () => {
  const folder = temporaryFolder('scaffold')
  const copy = path.join(folder.path, 'agora')
  let instance: Started

  beforeAll(async () => {
    copyProject(copy)
    writeService(copy, 'visits', visits.files)
    declare(copy, visits.entry)
    const { packageManager } = JSON.parse(readFileSync(path.join(copy, 'package.json'), 'utf8'))
    await runIn(copy, 'npx', '--yes', packageManager, 'install', '--no-frozen-lockfile', '--prefer-offline')
    await runIn(copy, 'node', 'scripts/services.mjs')
    await runIn(copy, 'node', 'scripts/build.mjs')
    const port = await freeBasePort(1)
    // The service counts its visits, so no page may be served twice.
    const env = { GUEST_CACHE_MS: '0' }
    instance = new Started({ data: path.join(folder.path, 'data'), port, folder: copy, env })
    await instance.running()
  }, LONG)
  afterAll(async () => {
    await instance?.pressCtrlC()
    folder.remove()
  }, LONG)

  const get = (target: string) => request(`${instance.url}${target}`, 'GET')

  test('is served behind the gateway, with a schema, a role and a principal of its own', async () => {
    expect(await get('/api/v1/visits')).toMatchObject({ status: 200, body: { visit: 1, kind: 'guest' } })
    expect(await get('/api/v1/visits')).toMatchObject({ status: 200, body: { visit: 2 } })
  })

  test('has its readiness reported by the gateway', async () => {
    expect(await get('/health/ready')).toMatchObject({ body: { services: { visits: 'ready' } } })
  })

  test('is in Compose, the manifests and Prometheus’ targets, with its declared needs', async () => {
    const read = (file: string) => readFileSync(path.join(copy, file), 'utf8')
    expect(read('config/prometheus.yml')).toContain(', visits]')
    expect(read('config/alerts.yml')).toContain('unless on (namespace) agora_build_info{service="visits"}')
    expect(read('docker-compose.yml')).toMatch(/\n {2}visits:\n[\s\S]*SERVICE: visits/)
    expect(read('k8s/base/visits/deployment.yaml')).not.toContain('op: remove')
    expect(read('k8s/chart/values.yaml')).toMatch(/\n {2}visits:\n {4}minReplicas: 2\n/)
    expect(read('docs/operations.md')).toContain('| `agora-visits` | `DATABASE_URL`, `PRINCIPAL_KEYS` |  |')
    await runIn(copy, 'node', 'scripts/services.mjs', '--check')
  })

  test(
    'leaves nothing behind when its folder and its entry are removed',
    async () => {
      removeService(copy, 'visits')
      undeclareAll(copy)
      await runIn(copy, 'node', 'scripts/services.mjs')
      const files = ['docker-compose.yml', 'tsconfig.json', 'config/prometheus.yml', 'config/alerts.yml']
      const manifests = readdirSync(path.join(projectRoot, 'k8s'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.yaml') && !name.includes('secrets'))
        .map((name) => `k8s/${name}`)
      for (const file of [...files, 'docs/operations.md', ...manifests])
        expect(readFileSync(path.join(copy, file), 'utf8'), file).toBe(
          readFileSync(path.join(projectRoot, file), 'utf8'),
        )
    },
    LONG,
  )
})
