import { readFileSync } from 'node:fs'
import path from 'node:path'
import { connectionsOf, declarationOf, services, withDatabase } from '@agora/shared/contracts/services'
import { mostConnections, mostPooledConnections } from '@agora/suite/files/connections'
import { projectRoot } from '@agora/suite/project'
import { freePort } from '@agora/suite/servers/ports'
import { type Suite, startSuite } from '@agora/testing/suite'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

const text = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')
/** Postgres' reserve for superusers, and room for backups and inspection. */
const OTHERS = 10

describe('all services at their most replicas, while all of them roll,', () => {
  test.each(['docker-compose.yml', 'k8s/overlays/dev/postgres.yaml'])('fit into Postgres in %s', (file) => {
    const [, most] = /max_connections=(\d+)/.exec(text(file)) ?? []
    expect(mostConnections() + OTHERS).toBeLessThanOrEqual(Number(most))
  })

  test('are fewer than half of that through the pooler', () => {
    expect(mostPooledConnections()).toBeLessThan(mostConnections() / 2)
  })

  test('are as many as the manifests let them be', () => {
    const [deployment] = parseAllDocuments(text('k8s/service/deployment.yaml')).map((one) => one.toJS())
    const [autoscaler] = parseAllDocuments(text('k8s/service/scaling.yaml')).map((one) => one.toJS())
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
    expect(autoscaler.spec.minReplicas).toBe(2)
  })
})

describe('a process', () => {
  let suite: Suite
  let client: pg.Client
  let metricsPort: number
  let database: TestDatabase
  beforeAll(async () => {
    metricsPort = await freePort()
    database = await createTestDatabase()
    // A server does for a replica of its own; whoever is not declared to read of one passes the setting over.
    const env = Object.fromEntries(
      withDatabase.map((service) => [service, { DATABASE_READ_URL: database.urls[service] }]),
    )
    suite = await startSuite({
      services,
      database,
      env: { ...env, gateway: { METRICS_PORT: String(metricsPort) } },
    })
    client = new pg.Client({ connectionString: suite.database.adminUrl })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await suite?.close()
    await database?.drop()
  })

  const sessionsOf = async (service: string) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE $1 ORDER BY 1`,
      [`agora-${service}-%`],
    )
    return rows.map(({ name }) => name)
  }

  test.each(withDatabase)('of %s keeps as many sessions as it is declared to', async (service) => {
    const { pool = 0, readReplica } = declarationOf(service).connections ?? {}
    const watchesReplica = readReplica ? 1 : 0
    const expected = connectionsOf(service).primary - pool + watchesReplica
    await expect.poll(() => sessionsOf(service), { timeout: 60_000 }).toHaveLength(expected)
  })

  test.each(withDatabase)('of %s has the pool that it is declared to have', async (service) => {
    const own = service === 'gateway' ? `http://127.0.0.1:${metricsPort}` : suite.urls[service][0]
    const metrics = await (await fetch(`${own}/metrics`)).text()
    const [, size] = /^database_pool_connections\{.*state="size".*\} (\d+)$/m.exec(metrics) ?? []
    expect(Number(size)).toBe(declarationOf(service).connections?.pool)
  })
})
