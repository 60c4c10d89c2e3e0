import { randomBytes } from 'node:crypto'
import { prepareDatabases } from '@agora/shared/suite/databases'
import { newSecrets } from '@agora/shared/suite/secrets'
import { services } from '@agora/shared/suite/services'
import { testPostgres } from '@agora/shared/testing/test-postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

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
    for (const service of services) {
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

  test('take the address that was given for one service as it is', async () => {
    const own = 'postgresql://forum:secret@elsewhere.example/forum'
    const urls = await prepareDatabases({ url, passwords, given: { forum: own } })
    expect(urls.forum).toBe(own)
    expect(urls.apps).not.toBe(own)
  })
})
