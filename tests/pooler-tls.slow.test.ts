import { copyFileSync } from 'node:fs'
import path from 'node:path'
import type { ServiceName } from '@agora/shared/contracts/services'
import { type Certificates, makeCertificates } from '@agora/suite/servers/certificates'
import { temporaryFolder } from '@agora/suite/temporary'
import { startPooler } from '@agora/testing/pooler'
import { startTestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = temporaryFolder('pooler-tls')
let right: Certificates
let database: Awaited<ReturnType<typeof startTestDatabase>>
let pooler: Awaited<ReturnType<typeof startPooler>>

beforeAll(async () => {
  right = await makeCertificates(path.join(folder.path, 'right'))
  database = await startTestDatabase({ tls: right })
  const urls = Object.fromEntries(
    Object.entries(database.urls).map(([service, url]) => [service, `${url}?sslmode=verify-full`]),
  ) as Record<ServiceName, string>
  pooler = await startPooler({ ...database, urls }, { authority: right.authority })
}, 60_000)
afterAll(async () => {
  // Past the pooler: the roles are dropped at whatever server the tests have left.
  await pooler?.close()
  await database?.drop()
  folder.remove()
})

/** Whether the pooler's own connection is encrypted; rejects with what the pooler says if it has none. */
async function ask(): Promise<boolean> {
  const client = new pg.Client({ connectionString: pooler.urls.forum })
  await client.connect()
  try {
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
    return rows[0].ssl
  } finally {
    await client.end()
  }
}

/** Postgres starts anew with these, and ends the pooler's connections. */
async function present({ certificate, key }: Certificates): Promise<void> {
  copyFileSync(certificate, `${database.server.data}.pem`)
  copyFileSync(key, `${database.server.data}.key`)
  await database.server.restart()
}

describe('a pooler whose addresses say sslmode=verify-full', () => {
  test('talks to Postgres in TLS', async () => {
    expect(await ask()).toBe(true)
  })

  test.each([
    ['that another authority has signed', (at: string) => makeCertificates(at)],
    [
      'for another host',
      (at: string) => makeCertificates(at, { like: right, names: 'DNS:elsewhere.example' }),
    ],
  ])('sends nothing to a Postgres with a certificate %s', { timeout: 60_000 }, async (name, make) => {
    const before = pooler.log().length
    await present(await make(path.join(folder.path, name.replaceAll(' ', '-'))))
    await expect(ask()).rejects.toThrow()
    expect(pooler.log().slice(before)).toMatch(
      /TLS handshake failed|certificate verify failed|name .* not present/,
    )
    await present(right)
    await expect.poll(() => ask().catch(String), { timeout: 15_000 }).toBe(true)
  })
})
