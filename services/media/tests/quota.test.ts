import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MediaClient, noise, outcome, png, refused, startMedia } from './support.ts'

let media: MediaClient
beforeAll(async () => {
  media = await startMedia({
    limits: true,
    replicas: 2,
    config: { limits: { member: { pictures_per_day: 12 }, picture_bytes: 60_000 } },
  })
})
afterAll(() => media?.close())

const counts = (answers: { status: number }[]) => [
  answers.filter(({ status }) => status === 200).length,
  answers.filter(({ status }) => status === 429).length,
]

it.each([
  ['ten of a new account', new Date().toISOString(), 10],
  ['as many as configured of another', '2026-01-01T00:00:00.000Z', 12],
] as const)('of twenty pictures at once, %s are kept', async (_whose, createdAt, most) => {
  const member = await media.member({ createdAt })
  const picture = await png()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => media.send(member, picture, index % 2)),
  )
  const [taken = 0, refusals = 0] = counts(answers)
  expect([taken + refusals, taken <= most]).toEqual([20, true])
  // Some were refused only since ten were under way.
  for (let more = taken; more < most; more += 1) expect((await media.send(member, picture)).status).toBe(200)
  const last = await media.send(member, picture)
  expect(outcome(last)).toEqual(refused.tooMany)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  // Deleting one makes no room for another: the day counts what was sent.
  const kept = answers.find(({ status }) => status === 200)
  await media.call('DELETE', `/media/${kept?.body.id}`, member)
  expect((await media.send(member, picture)).status).toBe(429)
})

it('what comes to nothing is no picture of the day, and still may not be sent for ever', async () => {
  const member = await media.member({ createdAt: new Date().toISOString() })
  const broken = { bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), type: 'image/png' }
  const rubbish = { bytes: Buffer.from('rubbish'), type: 'image/png' }
  for (let sent = 0; sent < 11; sent += 1)
    expect(outcome(await media.send(member, broken))).toEqual(refused.invalid)
  expect((await media.send(member, await png())).status).toBe(200)
  // A hundred attempts are ten for each picture of the day.
  for (let sent = 12; sent < 100; sent += 1)
    expect(outcome(await media.send(member, rubbish, sent % 2))).toEqual(refused.unsupported)
  for (const picture of [rubbish, await png()])
    expect(outcome(await media.send(member, picture))).toEqual(refused.tooMany)
  await media.sql("UPDATE attempt SET created_at = created_at - interval '24 hours' WHERE owner_id = $1", [
    member.id,
  ])
  expect((await media.send(member, await png())).status).toBe(200)
})

it('an account keeps no more bytes than it may, however many come at once', async () => {
  const member = await media.member()
  const picture = { bytes: await noise(256, 256).jpeg().toBuffer(), type: 'image/jpeg' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => media.send(member, picture, index % 2)),
  )
  const kept = answers.flatMap(({ status, body }) => (status === 200 ? [body] : []))
  expect(counts(answers)).toEqual([kept.length, 8 - kept.length])
  const bytes = kept.reduce((sum, one) => sum + one.bytes, 0)
  expect(kept.length).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(60_000)
  expect(bytes + kept[0].bytes).toBeGreaterThan(60_000)
  await media.call('DELETE', `/media/${kept[0].id}`, member)
  expect((await media.send(member, picture)).status).toBe(200)
})

it('what was imported for a member takes nothing from the bytes that they may keep', async () => {
  const member = await media.member()
  const large = { bytes: await noise(300, 300).png().toBuffer(), type: 'image/png' }
  const { body } = await media.send(member, large)
  await media.sql('UPDATE media SET bytes = 60000 WHERE id = $1', [body.id])
  expect(outcome(await media.send(member, await png()))).toEqual(refused.tooMany)
  const imported = "INSERT INTO imported_media (owner_id, digest, media_id) VALUES ($1, '\\x00', $2)"
  await media.sql(imported, [member.id, body.id])
  expect((await media.send(member, await png())).status).toBe(200)
})
