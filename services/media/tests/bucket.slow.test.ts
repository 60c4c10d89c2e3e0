import { cpSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../tests/support/object-store.ts'
import { eventually, idOf, type MediaClient, outcome, png, refused, startMedia } from './support.ts'

const folder = temporaryFolder('media-bucket')
let store: ObjectStore
let media: MediaClient
beforeAll(async () => {
  store = await startObjectStore(folder.path)
  const { host } = new URL(store.env.AWS_ENDPOINT_URL_S3 ?? '')
  const MEDIA_URL = `s3://S3RVER:S3RVER@${host}/${store.bucket}/pictures?tls=false`
  media = await startMedia({ env: { MEDIA_URL } })
})
afterAll(async () => {
  await media?.close()
  await store?.close()
  folder.remove()
})

const objects = () =>
  readdirSync(store.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.webp[^/]*object$/.test(name),
  )

it('keeps, shows and deletes pictures in a bucket as in a folder', async () => {
  const member = await media.member()
  const { status, body } = await media.send(member, await png())
  expect(status, JSON.stringify(body)).toBe(200)
  expect(objects()).toHaveLength(2)
  const shown = await media.get(`/media/${body.id}/full`)
  expect([shown.status, shown.bytes.length]).toEqual([200, body.bytes])
  expect((await media.get(`/media/${body.id}/thumbnail`, { method: 'HEAD' })).status).toBe(200)
  expect((await media.get(`/media/${body.id}/avatar-48`)).status).toBe(404)
  expect(outcome(await media.call('DELETE', `/media/${body.id}`, member))).toEqual([200, {}])
  expect((await media.get(`/media/${body.id}/full`)).status).toBe(404)
  expect(objects()).toEqual([])
})

it('leaves nothing there of what came to nothing', async () => {
  const broken = { bytes: Buffer.from('GIF89a'), type: 'image/gif' }
  expect(outcome(await media.send(await media.member(), broken))).toEqual(refused.invalid)
  expect(objects()).toEqual([])
})

it('deletes objects that no row knows, part after part', async () => {
  const { body } = await media.send(await media.member(), await png())
  const pictures = path.join(store.folder, 'pictures')
  // A thousand objects are listed at once; these come first.
  const known = Array.from({ length: 500 }, (_, index) => idOf(72 - index / 1_000))
  const stray = idOf(48)
  for (const id of [...known, stray])
    cpSync(path.join(pictures, body.id), path.join(pictures, id), { recursive: true })
  await media.sql(
    `INSERT INTO media (id, owner_id, width, height, bytes, is_animated)
     SELECT id, id, 1, 1, 1, false FROM unnest($1::uuid[]) AS id`,
    [known],
  )
  await media.sql('DELETE FROM walk')
  const turn = async (after: string | null) => {
    await media.sql("UPDATE walk SET taken_at = now() - interval '1 hour'")
    await media.suite.processes.media[0]!.restart()
    await eventually(async () => expect(await media.sql('SELECT after FROM walk')).toEqual([{ after }]))
  }
  await turn([...known].sort().at(-1)!)
  expect(readdirSync(pictures)).toContain(stray)
  await turn(null)
  const left = readdirSync(pictures).filter((name) => !name.startsWith('agora-database'))
  expect(new Set(left)).toEqual(new Set([...known, body.id]))
})

it('is not ready while the store is away, and tells nobody of a picture that is not there', async () => {
  await store.close()
  const { status } = await fetch(`${media.suite.urls.media[0]}/health/ready`)
  expect(status).toBe(503)
  expect((await media.send(await media.member(), await png())).status).toBe(503)
})
