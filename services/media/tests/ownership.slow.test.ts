import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { createRegistry } from '@agora/shared/observability/metrics'
import { temporaryFolder } from '@agora/suite/temporary'
import { startSuite } from '@agora/testing/suite'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../tests/support/object-store.ts'
import type { Context } from '../src/context.ts'
import { mediaMetrics } from '../src/metrics.ts'
import { folderStorage } from '../src/storage/folder.ts'
import type { Storage } from '../src/storage/storage.ts'
import { ownsStorage } from '../src/walk/ownership.ts'
import { databaseId } from '../src/walk/store.ts'
import { eventually, idOf, type MediaClient, mediaClient, png, startMedia } from './support.ts'

const folder = temporaryFolder('media-ownership')
let store: ObjectStore
/** Two installations. */
let one: MediaClient
let other: MediaClient
const databases: Database[] = []
beforeAll(async () => {
  store = await startObjectStore(folder.path)
  ;[one, other] = await Promise.all([startMedia(), startMedia()])
})
afterAll(async () => {
  for (const db of databases) await db.close()
  await one?.close()
  await other?.close()
  await store?.close()
  folder.remove()
})

function databaseOf({ suite }: MediaClient): Database {
  const db = createDatabase({
    url: suite.database.urls.media,
    schema: 'media',
    size: 2,
    name: 'owner',
    statementTimeoutMs: 0,
  })
  databases.push(db)
  return db
}
const noteRow = (id: string) =>
  one.sql(
    `INSERT INTO media (id, owner_id, width, height, bytes, is_animated, unclaimed_since)
     VALUES ($1, $1, 1, 1, 1, false, NULL)`,
    [id],
  )

describe('files', () => {
  const metrics = mediaMetrics(createRegistry('media'))
  let storage: Storage
  let count = 0
  beforeEach(async () => {
    count += 1
    storage = folderStorage(path.join(folder.path, `kept-${count}`))
    await storage.check()
  })

  const owns = (db: Database, env: { MEDIA_ADOPT?: string } = {}) =>
    ownsStorage({ db, storage, metrics, logger: pino({ level: 'silent' }), env } as unknown as Context)
  const isForeign = async () => (await metrics.foreign.get()).values[0]?.value
  async function keep(id: string): Promise<string> {
    const file = path.join(folder.path, 'source')
    writeFileSync(file, 'a picture')
    await storage.put(id, { 'full.webp': file })
    return id
  }

  it('are of one of the databases that begin with it at once, and of all of its processes', async () => {
    const all = [one, other, one, other].map(databaseOf)
    await Promise.all(all.map((db) => owns(db)))
    const owners = await Promise.all(all.map((db) => owns(db)))
    expect(owners.filter(Boolean)).toHaveLength(2)
    expect(owners[0]).toBe(owners[2])
    const ids = await Promise.all(all.map((db) => databaseId(db)))
    expect(ids[0]).not.toBe(ids[1])
    expect([await storage.owner(), ids[2]]).toEqual([owners[0] ? ids[0] : ids[1], ids[0]])
  })

  it('are no other database’s until an operator names whose they were', async () => {
    const [first, second] = [databaseOf(one), databaseOf(other)]
    expect(await owns(first)).toBe(true)
    expect([await owns(second), await isForeign()]).toEqual([false, 1])
    expect(await owns(second, { MEDIA_ADOPT: 'unmarked' })).toBe(false)
    expect(await owns(second, { MEDIA_ADOPT: await databaseId(first) })).toBe(true)
    expect(await isForeign()).toBe(0)
    expect([await owns(first), await isForeign()]).toEqual([false, 1])
  })

  it('are not of a copy of their database', async () => {
    const db = databaseOf(one)
    expect(await owns(db)).toBe(true)
    await one.sql("UPDATE identity SET made_in = 'elsewhere'")
    expect(await owns(db)).toBe(false)
  })

  it('that an earlier version has kept are of the database that knows the newest', async () => {
    const known = await keep(idOf(1))
    expect(await owns(databaseOf(other))).toBe(false)
    expect(await owns(databaseOf(one))).toBe(false)
    await noteRow(known)
    expect(await owns(databaseOf(one))).toBe(true)
  })

  it('that no database knows are one’s that an operator names', async () => {
    await keep(idOf(1))
    expect(await owns(databaseOf(other))).toBe(false)
    expect(await owns(databaseOf(other), { MEDIA_ADOPT: 'unmarked' })).toBe(true)
  })
})

describe.each(['folder', 'bucket'])('a process beside another database’s files in a %s', (kind) => {
  const stray = idOf(48)
  let MEDIA_URL: string
  let first: MediaClient
  beforeAll(async () => {
    const { host } = new URL(store.env.AWS_ENDPOINT_URL_S3 ?? '')
    MEDIA_URL =
      kind === 'folder'
        ? pathToFileURL(path.join(folder.path, 'shared')).href
        : `s3://S3RVER:S3RVER@${host}/${store.bucket}/pictures?tls=false`
    // Two of its processes begin at once.
    first = await startMedia({ env: { MEDIA_URL }, replicas: 2 })
    const { body } = await first.send(await first.member(), await png())
    const ofPicture =
      kind === 'folder'
        ? (id: string) => path.join(folder.path, 'shared', id.slice(-2), id)
        : (id: string) => path.join(store.folder, 'pictures', id)
    cpSync(ofPicture(body.id), ofPicture(stray), { recursive: true })
  })
  afterAll(() => first?.close())

  const startBeside = async (env: Record<string, string> = {}) => {
    const { database, secrets } = other.suite
    const media = { MEDIA_URL, ...env }
    return mediaClient(await startSuite({ services: ['media'], database, secrets, env: { media } }))
  }
  const isForeign = (client: MediaClient, replica: number, value: 0 | 1) =>
    eventually(async () => {
      const told = await (await fetch(`${client.suite.urls.media[replica]}/metrics`)).text()
      expect(told).toMatch(new RegExp(`^media_storage_foreign\\S* ${value}$`, 'm'))
    })
  const isThere = async ({ get }: MediaClient) => (await get(`/media/${stray}/full`)).status === 200

  it('deletes none, says so, and does once it is told to', async () => {
    await isForeign(first, 0, 0)
    await isForeign(first, 1, 0)
    await other.sql('DELETE FROM walk')
    const refusing = await startBeside()
    try {
      await isForeign(refusing, 0, 1)
      expect(await other.sql('SELECT FROM walk')).toHaveLength(0)
      expect(await isThere(refusing)).toBe(true)
    } finally {
      await refusing.close()
    }
    const [owner] = await first.sql<{ database: string }>('SELECT database FROM identity')
    const adopting = await startBeside({ MEDIA_ADOPT: owner?.database ?? '' })
    try {
      await eventually(async () => {
        await other.sql("UPDATE walk SET taken_at = now() - interval '1 hour'")
        await adopting.suite.processes.media[0]!.restart()
        expect(await isThere(adopting)).toBe(false)
      })
    } finally {
      await adopting.close()
    }
  })
})
