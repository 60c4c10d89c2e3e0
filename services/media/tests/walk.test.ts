import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { createRegistry } from '@agora/shared/observability/metrics'
import { temporaryFolder } from '@agora/suite/temporary'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { mediaMetrics } from '../src/metrics.ts'
import { folderStorage } from '../src/storage/folder.ts'
import type { Storage } from '../src/storage/storage.ts'
import { walkFiles } from '../src/walk/walk.ts'
import { eventually, idOf, type MediaClient, startMedia } from './support.ts'

const folder = temporaryFolder('media-walk')
let media: MediaClient
let db: Database
beforeAll(async () => {
  media = await startMedia()
  // The process itself has taken its first turn.
  await eventually(async () => expect(await media.sql('SELECT FROM walk')).toHaveLength(1))
  db = createDatabase({
    url: media.suite.database.urls.media,
    schema: 'media',
    size: 2,
    name: 'walk',
    statementTimeoutMs: 0,
  })
})
afterAll(async () => {
  await db?.close()
  await media?.close()
  folder.remove()
})

async function keep(storage: Storage, id: string): Promise<string> {
  const file = path.join(folder.path, 'source')
  writeFileSync(file, 'a picture')
  await storage.put(id, { 'full.webp': file })
  return id
}
const noteRow = (id: string) =>
  media.sql(
    `INSERT INTO media (id, owner_id, width, height, bytes, is_animated, unclaimed_since)
     VALUES ($1, $1, 1, 1, 1, false, NULL)`,
    [id],
  )
async function isKept(storage: Storage, id: string): Promise<boolean> {
  const file = await storage.open(id, 'full.webp')
  await file?.close()
  return file !== undefined
}

describe('files without a row', () => {
  const metrics = mediaMetrics(createRegistry('media'))
  let storage: Storage
  let context: Context
  beforeEach(async () => {
    storage = folderStorage(path.join(folder.path, 'pictures'))
    context = { db, storage, metrics, logger: pino({ level: 'silent' }) } as Context
    await media.sql('DELETE FROM walk')
  })

  /** Turn after turn until all files were looked at; how many turns it took. */
  async function walkRound(): Promise<number> {
    for (let turns = 1; ; turns += 1) {
      await media.sql("UPDATE walk SET taken_at = now() - interval '1 hour'")
      await walkFiles(context)
      const [walk] = await media.sql<{ after: string | null }>('SELECT after FROM walk')
      if (walk?.after === null) return turns
    }
  }

  it('are deleted a day after they came, and others are not', async () => {
    const [known, old, young, underWay, next] = [idOf(48), idOf(25), idOf(23), idOf(48), idOf(30)]
    for (const id of [known, old, young, underWay, next]) await keep(storage, id)
    await noteRow(known)
    await media.sql('INSERT INTO upload (id, owner_id) VALUES ($1, $1)', [underWay])
    const before = (await metrics.walked.get()).values[0]?.value ?? 0
    expect(await walkRound()).toBeGreaterThan(0)
    const left = await Promise.all([known, old, young, underWay, next].map((id) => isKept(storage, id)))
    expect(left).toEqual([true, false, true, true, false])
    expect((await metrics.walked.get()).values[0]?.value).toBeGreaterThanOrEqual(before + 5)
    const deleted = (await metrics.deleted.get()).values.find(({ labels }) => labels.reason === 'unknown')
    expect(deleted?.value).toBe(2)
    // What was noted as shown, and is not, is in the sweep's hands again.
    const released = 'SELECT FROM media WHERE id = $1 AND unclaimed_since IS NOT NULL'
    expect(await media.sql(released, [known])).toHaveLength(1)
  })

  it('are looked at by one process in each turn', async () => {
    await media.sql('INSERT INTO walk (taken_at) VALUES (now())')
    const stray = await keep(storage, idOf(48))
    await walkFiles(context)
    expect(await isKept(storage, stray)).toBe(true)
    await walkRound()
    expect(await isKept(storage, stray)).toBe(false)
  })

  it('stay where nearly all have none: the database is another one’s', async () => {
    const tail = idOf(48).slice(-2)
    const strays = Array.from({ length: 25 }, () => idOf(48).slice(0, -2) + tail)
    for (const id of strays) await keep(storage, id)
    await walkRound()
    expect(await Promise.all(strays.map((id) => isKept(storage, id)))).toEqual(strays.map(() => true))
    for (const id of strays) await storage.remove(id)
  })
})

it('a process looks at its own files', async () => {
  const kept = path.join(path.dirname(media.suite.config), 'media')
  const id = idOf(48)
  mkdirSync(path.join(kept, id.slice(-2), id), { recursive: true })
  writeFileSync(path.join(kept, id.slice(-2), id, 'full.webp'), 'a picture')
  expect(readdirSync(kept).filter((name) => /^[0-9a-f]{2}$/.test(name))).toEqual([id.slice(-2)])
  await media.sql('DELETE FROM walk')
  await media.suite.processes.media[0]!.restart()
  await eventually(async () => expect(existsSync(path.join(kept, id.slice(-2), id))).toBe(false))
})
