import { temporaryFolder } from '@agora/suite/temporary'
import { startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../tests/support/object-store.ts'
import { type Relay, startRelay } from '../../../tests/support/relay.ts'
import { eventually, type MediaClient, mediaClient, noise, outcome, png, startMedia } from './support.ts'

const folder = temporaryFolder('media-frozen')
const unavailable = [503, { error: 'service unavailable' }]
let store: ObjectStore
let way: Relay
/** One process whose way to the bucket can freeze, and one of another machine. */
let here: MediaClient
let elsewhere: MediaClient
beforeAll(async () => {
  store = await startObjectStore(folder.path)
  const endpoint = store.env.AWS_ENDPOINT_URL_S3 ?? ''
  way = await startRelay(endpoint)
  const addressAt = (url: string) =>
    `s3://S3RVER:S3RVER@${new URL(url).host}/${store.bucket}/pictures?tls=false`
  here = await startMedia({ env: { MEDIA_URL: addressAt(way.through(endpoint)) } })
  const { database, secrets } = here.suite
  const env = { media: { MEDIA_URL: addressAt(endpoint) } }
  elsewhere = mediaClient(await startSuite({ services: ['media'], database, secrets, limits: false, env }))
})
afterAll(async () => {
  way?.thaw()
  await elsewhere?.close()
  await here?.close()
  await store?.close()
  folder.remove()
})

it('while the bucket hangs, uploads and reads end with 503, all others go on, and nothing is lost', async () => {
  const member = await here.member()
  const { body: kept } = await here.send(member, await png())
  const read = (from: MediaClient) => from.get(`/media/${kept.id}/full`)
  way.freeze()
  // More reads at once than there are connections to the bucket.
  const reads = Promise.all(Array.from({ length: 80 }, () => read(here)))
  const sent = here.send(member, await png())
  for (let times = 0; times < 10; times += 1) expect((await read(elsewhere)).status).toBe(200)
  expect((await elsewhere.send(member, await png())).status).toBe(200)
  expect((await here.get(`/users/${member.id}/avatar`)).status).toBe(200)
  expect(outcome(await sent)).toEqual(unavailable)
  expect(new Set((await reads).map(({ status }) => status))).toEqual(new Set([503]))

  way.thaw()
  await eventually(async () => expect((await read(here)).status).toBe(200))
  expect((await here.send(member, await png())).status).toBe(200)
  // What was refused is nobody's, and leaves nothing.
  await here.sql("UPDATE upload SET created_at = now() - interval '11 minutes' WHERE NOT is_kept")
  await here.suite.processes.media[0]!.restart()
  await eventually(async () => expect(await here.sql('SELECT FROM upload WHERE NOT is_kept')).toEqual([]))
  expect(await here.sql('SELECT FROM media')).toHaveLength(3)
})

it('a read whose picture stops coming ends', async () => {
  const bytes = await noise(1_000, 1_000).png().toBuffer()
  const { body: large } = await here.send(await here.member(), { bytes, type: 'image/png' })
  expect(large.bytes).toBeGreaterThan(200_000)
  way.freeze(100_000)
  await expect(here.get(`/media/${large.id}/full`)).rejects.toThrow()
  way.thaw()
  await eventually(async () =>
    expect((await here.get(`/media/${large.id}/full`)).bytes.length).toBe(large.bytes),
  )
})
