import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { envPrefixOf, services, withDatabase } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { basic } from '@agora/testing/client'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ObjectStore, startObjectStore } from './support/object-store.ts'

const execute = promisify(execFile)
const LONG = 600_000

interface Manifest {
  services: Record<string, { tables: { name: string; rows: number; sha256: string }[] }>
}

/** What the CronJob and the runbook do, using only the image's own program. */
describe('a restore drill from the object store', { timeout: LONG }, () => {
  const folder = temporaryFolder('drill')
  const image = path.join(folder.path, 'image')
  const closing: (() => unknown)[] = [() => folder.remove()]
  let store: ObjectStore
  let suite: Suite
  let original: TestDatabase
  let ada: Member
  let thread: string

  const where = (rest = '') => `s3://${store.bucket}/agora${rest}`
  const made = () => readdirSync(path.join(store.folder, 'agora')).sort()

  async function run(database: TestDatabase, ...words: string[]): Promise<string> {
    const named = withDatabase.map((name) => [`${envPrefixOf(name)}_DATABASE_URL`, database.urls[name]])
    const program = path.join(image, 'dist/bundle/backup.js')
    const env = { PATH: process.env.PATH, ...store.env, ...Object.fromEntries(named) }
    return (await execute(process.execPath, [program, ...words], { env, cwd: image })).stdout
  }
  async function newDatabase(): Promise<TestDatabase> {
    const database = await createTestDatabase()
    closing.push(() => database.drop())
    return database
  }
  /** s3rver stores each object as a file with this ending. */
  const fileOf = (backup: string, name: string) => path.join(store.folder, backup, `${name}._S3rver_object`)
  const manifestOf = (backup: string): Manifest =>
    JSON.parse(readFileSync(fileOf(backup, 'manifest.json'), 'utf8'))
  const sums = ({ services: all }: Manifest) =>
    Object.entries(all).flatMap(([service, { tables }]) =>
      tables.map(({ name, rows, sha256 }) => [`${service}.${name}`, rows, sha256]),
    )

  beforeAll(async () => {
    await execute(process.execPath, [path.join(projectRoot, 'scripts/image.mjs'), 'backup', image])
    store = await startObjectStore(path.join(folder.path, 'store'))
    closing.push(() => store.close())
    original = await newDatabase()
    suite = await startSuite({ services, database: original })
    closing.push(() => suite.close())
    ada = await suite.member('ada')
    const opened = await suite.call('POST', '/forum/sections/welcome', {
      as: ada,
      body: { title: 'Kept', body: 'In the object store.' },
    })
    thread = opened.body.id
    expect(await run(original, 'backup', where())).toMatch(/^\d+ rows of \d+ tables \(\d+ bytes\) are in s3:/)
  }, LONG)
  afterAll(async () => {
    for (const step of closing.reverse()) await step()
  })

  test('restores an instance from nothing: the data table by table, and the instance on it', async () => {
    const empty = await newDatabase()
    await run(empty, 'restore', where('/latest'))
    await run(empty, 'backup', where('-again'))
    const [first = ''] = made()
    const [again = ''] = readdirSync(path.join(store.folder, 'agora-again'))
    const before = sums(manifestOf(`agora/${first}`))
    expect(sums(manifestOf(`agora-again/${again}`))).toEqual(before)
    expect(before.filter(([, rows]) => Number(rows) > 0).length).toBeGreaterThan(10)

    const back = await startSuite({ services, database: empty, secrets: suite.secrets })
    closing.push(() => back.close())
    const read = await back.call('GET', `/forum/threads/${thread}`, { as: basic('ada', ada.password) })
    expect(read.body).toMatchObject({ title: 'Kept', posts: { count: 1 } })
  })

  test('refuses an altered file, before it writes anything', async () => {
    const [first = ''] = made()
    const empty = await newDatabase()
    const file = fileOf(`agora/${first}`, 'forum/post.copy.gz')
    const right = readFileSync(file)
    const wrong = Buffer.from(right)
    wrong[wrong.length - 9] = (wrong[wrong.length - 9] ?? 0) ^ 1
    writeFileSync(file, wrong)
    await expect(run(empty, 'restore', where(`/${first}`))).rejects.toThrow(
      'forum/post.copy.gz is not what was written',
    )
    writeFileSync(file, right)
    await expect(run(empty, 'restore', where(`/${first}`))).resolves.toContain('were restored from')
  })

  test('reports the backup to the gateway, for the alert on its age', async () => {
    const client = new pg.Client({ connectionString: original.adminUrl })
    await client.connect()
    closing.push(() => client.end())
    const { rows } = await client.query('SELECT place, rows > 0 AS "hasRows" FROM gateway.backup')
    const [first = ''] = made()
    expect(rows).toEqual([{ place: where(`/${first}`), hasRows: true }])
  })

  test('keeps recent ones and the newest three, and removes the rest and incomplete ones', async () => {
    const [first = ''] = made()
    const old = ['2020-01-01', '2020-01-02', '2020-01-03', '2020-01-04'].map((day) => `${day}T03-00-00-000Z`)
    for (const name of old)
      cpSync(path.join(store.folder, 'agora', first), path.join(store.folder, 'agora', name), {
        recursive: true,
      })
    cpSync(
      path.join(store.folder, 'agora', first, 'forum'),
      path.join(store.folder, 'agora/2020-01-05T03-00-00-000Z/forum'),
      { recursive: true },
    )
    const said = await run(original, 'backup', where(), '--keep-days', '30')
    for (const name of [...old.slice(0, 3), '2020-01-05T03-00-00-000Z'])
      expect(said).toContain(`removed ${where(`/${name}`)}\n`)
    const complete = made().filter((name) => existsSync(fileOf(`agora/${name}`, 'manifest.json')))
    expect(complete).toEqual([old[3], first, expect.stringMatching(/^20\d\d-/)])
  })
})
