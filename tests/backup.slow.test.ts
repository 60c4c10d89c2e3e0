import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { envPrefixOf, services } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { basic } from '@agora/testing/client'
import { queryTables } from '@agora/testing/query'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = temporaryFolder('backup')
const databases: TestDatabase[] = []
const suites: Suite[] = []

afterAll(async () => {
  for (const suite of suites) await suite.close()
  for (const database of databases) await database.drop()
  folder.remove()
})

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  databases.push(database)
  return database
}

/** Commands such as `npm run backup -- FOLDER`, on databases that the environment names. */
async function run(
  script: 'backup' | 'restore',
  target: string,
  { urls }: TestDatabase,
  pictures?: string,
): Promise<string> {
  const named = services.map((service) => [`${envPrefixOf(service)}_DATABASE_URL`, urls[service]])
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(projectRoot, 'scripts', `${script}.mjs`), target],
    {
      env: {
        PATH: process.env.PATH,
        ...(pictures === undefined ? {} : { MEDIA_URL: pathToFileURL(pictures).href }),
        ...Object.fromEntries(named),
      },
    },
  )
  return stdout
}

/** What COPY's text format must escape, and multi-byte characters. */
const awkward = 'a `\\N` \\\\ \n\n é 漢 🎲 `\\.`'

const filesIn = (name: string) =>
  readdirSync(path.join(folder.path, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.gz'))
    .sort()
const contentOf = (name: string, file: string) => readFileSync(path.join(folder.path, name, file))

/** Where a suite of its own keeps its pictures. */
const picturesOf = ({ config }: Suite) => path.join(path.dirname(config), 'media')
/** A picture of one pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

describe('a backup of the running suite, restored into fresh databases', () => {
  let original: TestDatabase
  let restored: TestDatabase
  let suite: Suite
  let again: Suite
  let ada: Member
  let erased: string
  let thread: string
  let picture: string
  const backup = path.join(folder.path, 'first')
  const pictures = path.join(folder.path, 'pictures')

  beforeAll(async () => {
    original = await newDatabase()
    suite = await startSuite({ services, database: original })
    suites.push(suite)
    ada = await suite.member('ada')
    const opened = await suite.call('POST', '/forum/sections/welcome', {
      as: ada,
      body: { title: 'Kept', body: awkward },
    })
    thread = opened.body.id
    await suite.call('POST', `/forum/threads/${thread}`, { as: ada, body: { body: 'Second' } })
    const headers = { 'content-type': 'image/gif' }
    const sent = await suite.call('POST', '/media', { as: ada, headers, body: PICTURE })
    picture = sent.body.id
    await suite.call('PUT', `/users/${ada.id}/avatar`, { as: ada, body: { media: picture } })
    const eve = await suite.member('eve')
    erased = eve.id
    const made = await run('backup', backup, original, picturesOf(suite))
    expect(made).toContain('and 5 files of pictures')
    const gone = await suite.call('DELETE', `/users/${eve.id}`, {
      as: eve,
      body: { current_password: eve.password },
    })
    expect(gone.status).toBe(200)
    const later = path.join(folder.path, 'later')
    await run('backup', later, original)
    // Somebody else's file beside the backups stops no restore.
    mkdirSync(path.join(folder.path, 'not-a-backup'))
    writeFileSync(path.join(folder.path, 'not-a-backup/manifest.json'), '{ "name":')
    await suite.close()

    restored = await newDatabase()
    await expect(run('restore', backup, restored)).rejects.toThrow('MEDIA_URL names no folder for them')
    mkdirSync(pictures)
    writeFileSync(path.join(pictures, 'agora-database'), 'another’s')
    const told = await run('restore', backup, restored, pictures)
    // The folder is not yet the restored database's, which is another one than the original.
    expect(existsSync(path.join(pictures, 'agora-database'))).toBe(false)
    expect(await queryTables({ database: restored }, 'media', 'SELECT FROM identity')).toEqual([])
    expect(told).toContain('are erased again at the start: 1')
    rmSync(later, { recursive: true })
    const env = { media: { MEDIA_URL: pathToFileURL(pictures).href } }
    again = await startSuite({ services, database: restored, secrets: suite.secrets, env })
    suites.push(again)
  })

  test('reads the same through every service', async () => {
    const login = basic('ada', ada.password)
    const self = await again.call('GET', '/auth/self', { as: login })
    expect(self.body.user.id).toBe(ada.id)
    const read = await again.call('GET', `/forum/threads/${thread}`, { as: login })
    expect(read.body).toMatchObject({ title: 'Kept', posts: { count: 2 } })
    const [post] = read.body.posts.items
    const source = await again.call('GET', `/forum/posts/${post.id}/source`, { as: login })
    expect(source.body.revisions.items[0].content.marktwin).toBe(awkward)
    expect((await again.call('GET', '/apps')).body.count).toBeGreaterThan(0)
    const jobs = await again.call('GET', '/job/jobs', { as: await again.administrator() })
    expect(jobs.status).toBe(200)
  })

  test('shows the same pictures, and takes others', async () => {
    for (const address of [`/api/v1/media/${picture}/full`, `/api/v1/users/${ada.id}/avatar`]) {
      const shown = await fetch(`${again.url}${address}`)
      expect([shown.status, shown.headers.get('content-type')], address).toEqual([200, 'image/webp'])
    }
    const headers = { 'content-type': 'image/gif' }
    const sent = await again.call('POST', '/media', { as: ada, headers, body: PICTURE })
    expect(sent.status, sent.text).toBe(200)
  })

  test('has those erased again of whom a newer backup knows that they were erased, with no ledger left', async () => {
    const as = await again.administrator()
    await expect
      .poll(async () => (await again.call('GET', `/users/${erased}`, { as })).status, { timeout: 20_000 })
      .toBe(404)
  })

  test('is written to: sessions hold, numbers go on where they were, events flow', async () => {
    const reply = await again.call('POST', `/forum/threads/${thread}`, { as: ada, body: { body: 'After' } })
    expect(reply.status).toBe(200)
    const ben = await again.member('ben')
    const grant = await again.call('POST', '/forum/sections/welcome/role_grants', {
      as: await again.administrator(),
      body: { type: 'User', id: ben.id },
    })
    expect(grant.status).toBe(200)
  })

  test('is the same data, table by table, when it is backed up again', async () => {
    const [first, second] = [await newDatabase(), await newDatabase()]
    const copied = path.join(folder.path, 'copied')
    await run('restore', backup, first, copied)
    await run('backup', path.join(folder.path, 'second'), first, copied)
    expect(filesIn('second')).toEqual(filesIn('first'))
    for (const file of filesIn('first'))
      expect(contentOf('second', file).equals(contentOf('first', file)), file).toBe(true)
    await run('restore', path.join(folder.path, 'second'), second, path.join(folder.path, 'copied-again'))
  })

  test('is for its owner’s eyes only', () => {
    for (const file of ['.', 'manifest.json', ...filesIn('first')])
      expect(statSync(path.join(backup, file)).mode & 0o077, file).toBe(0)
  })

  test('is never restored over data', async () => {
    const empty = path.join(folder.path, 'no-pictures')
    await expect(run('restore', backup, restored, empty)).rejects.toThrow(/is not empty: \w+ has rows/)
    const fresh = await newDatabase()
    await expect(run('restore', backup, fresh, pictures)).rejects.toThrow(
      'the folder of pictures is not empty',
    )
  })

  test('is not taken into a folder that holds something, nor restored before it is complete', async () => {
    const fresh = await newDatabase()
    await expect(run('backup', backup, restored)).rejects.toThrow('is not empty')
    await expect(run('restore', path.join(backup, 'forum'), fresh)).rejects.toThrow('no complete backup')
    const manifest = JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8'))
    manifest.services.forum.migrations.push('29990101000000_from_the_future')
    writeFileSync(path.join(backup, 'manifest.json'), JSON.stringify(manifest))
    await expect(run('restore', backup, fresh, path.join(folder.path, 'none'))).rejects.toThrow(
      'the backup is newer than this version',
    )
  })
})
