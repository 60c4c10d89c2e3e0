import { randomBytes } from 'node:crypto'
import { withDatabase } from '@agora/shared/contracts/services'
import { migrateAll, prepareDatabases } from '@agora/suite/databases'
import { withServiceDatabase } from '@agora/suite/instance-data'
import { keptSecrets, newSecrets } from '@agora/suite/secrets'
import { temporaryFolder } from '@agora/suite/temporary'
import { testPostgres } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'

describe('the databases of a deployment', () => {
  const passwords = newSecrets().databasePasswords
  let admin: pg.Client
  let name: string
  let url: string

  beforeEach(async () => {
    name = `given_${randomBytes(6).toString('hex')}`
    admin = new pg.Client({ connectionString: testPostgres().adminUrl })
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    const address = new URL(testPostgres().adminUrl)
    address.pathname = name
    url = address.href
  })
  afterEach(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    const { rows } = await admin.query('SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1)', [name])
    for (const { rolname } of rows) await admin.query(`DROP ROLE ${rolname}`)
    await admin.end()
  })

  /** The address of a role with these attributes, which may create schemas in the database. */
  async function roleUrl(attributes: string): Promise<string> {
    const role = `${name}_owner`
    await admin.query(`CREATE ROLE ${role} LOGIN ${attributes} PASSWORD 'known'`)
    await admin.query(`ALTER DATABASE ${name} OWNER TO ${role}`)
    const address = new URL(url)
    address.username = role
    address.password = 'known'
    return address.href
  }

  async function whoAt(address: string): Promise<string> {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    try {
      return (await client.query('SELECT current_user AS name')).rows[0].name
    } finally {
      await client.end()
    }
  }

  test.each([
    ['a superuser', async () => url],
    ['a role that may create others', () => roleUrl('CREATEROLE')],
  ])('get a role per service from %s, also when prepared again', async (_, giver) => {
    const given = await giver()
    await prepareDatabases({ url: given, passwords })
    const urls = await prepareDatabases({ url: given, passwords })
    for (const service of withDatabase) {
      expect(await whoAt(urls[service])).toBe(`${name}_${service.replace('-', '_')}`)
    }
  })

  test('share the given role where it may not create others, and say so', async () => {
    const given = await roleUrl('')
    const notes: string[] = []
    const urls = await prepareDatabases({ url: given, passwords, note: (line) => notes.push(line) })
    expect(new Set(Object.values(urls))).toEqual(new Set([given]))
    expect(notes).toEqual([expect.stringContaining('may not create roles')])
  })

  describe('to a command that names them', () => {
    const folder = temporaryFolder('named-database')
    afterAll(() => folder.remove())
    const env = () => ({ DATABASE_URL: url, AGORA_DATA: folder.path })
    const countRecords = async (address: string) => {
      const client = new pg.Client({ connectionString: address })
      await client.connect()
      try {
        return (await client.query('SELECT count(*)::int AS count FROM archive.record')).rows[0].count
      } finally {
        await client.end()
      }
    }

    test('are open, and stay open to the services that run on them with passwords of their own', async () => {
      const urls = await prepareDatabases({ url, passwords })
      await migrateAll(urls, ['archive'])
      expect(await withServiceDatabase('archive', env(), countRecords)).toBe(0)
      for (const service of withDatabase) {
        expect(await whoAt(urls[service])).toBe(`${name}_${service.replace('-', '_')}`)
      }
    })

    test('are made where nothing has been prepared, for the service of this folder to own', async () => {
      expect(await withServiceDatabase('archive', env(), countRecords)).toBe(0)
      const urls = await prepareDatabases({
        url,
        passwords: keptSecrets(folder.path).databasePasswords,
      })
      expect(await countRecords(urls.archive)).toBe(0)
      expect(await withServiceDatabase('archive', env(), whoAt)).toBe(`${name}_archive`)
    })
  })

  test('take the address that was given for one service as it is', async () => {
    const own = 'postgresql://forum:secret@elsewhere.example/forum'
    const urls = await prepareDatabases({ url, passwords, given: { forum: own } })
    expect(urls.forum).toBe(own)
    expect(urls.apps).not.toBe(own)
  })
})
