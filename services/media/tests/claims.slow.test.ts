import { newId } from '@agora/shared/contracts/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, type MediaClient, outcome, png, startMedia } from './support.ts'

let media: MediaClient
beforeAll(async () => {
  // The sweep asks it what the site is shown by.
  media = await startMedia({ beside: ['gateway'] })
})
afterAll(() => media?.close())

type Writer = Awaited<ReturnType<MediaClient['member']>>

const claim = (
  owner: Writer,
  post: string,
  version: number,
  ids: string[],
  key = media.suite.secrets.serviceKeys.forum,
  kind = 'Post',
) =>
  media.suite.call('POST', `${media.suite.urls.media[0]}/internal/media/claims`, {
    as: { headers: { authorization: `Bearer ${key}` } },
    body: { place: { kind, id: post }, version, owner: owner.id, media: ids },
  })
const sent = async (as: Writer): Promise<string> => (await media.send(as, await png())).body.id
const claimed = async () =>
  (await media.sql<{ id: string }>('SELECT media_id AS id FROM claim ORDER BY 1')).map(({ id }) => id)
const isShown = async (id: string) => (await media.get(`/media/${id}/full`)).status === 200

/** As if a day had passed, and the sweep had come. */
async function aDayLater(): Promise<void> {
  await media.sql("UPDATE media SET unclaimed_since = unclaimed_since - interval '25 hours'")
  await media.sql("UPDATE place SET changed_at = changed_at - interval '25 hours'")
  const [process] = media.suite.processes.media
  await process!.restart()
  const unshown =
    "SELECT FROM media WHERE unclaimed_since < now() - interval '24 hours' AND id NOT IN (SELECT media_id FROM claim UNION SELECT media_id FROM avatar)"
  await eventually(async () => expect(await media.sql(unshown)).toHaveLength(0))
}

it('a post keeps the pictures of its author that its newest revision shows', async () => {
  const [author, other] = [await media.member(), await media.member()]
  const [one, two, foreign] = [await sent(author), await sent(author), await sent(other)]
  const post = newId()
  const first = await claim(author, post, 1, [one, two, foreign, newId()])
  expect(first.status, first.text).toBe(200)
  expect(new Set(first.body.media.map(({ id }: { id: string }) => id))).toEqual(new Set([one, two]))
  expect(first.body.media[0]).toMatchObject({ width: 40, height: 30, is_animated: false })
  await claim(author, post, 3, [two])
  // Late, of an older revision.
  await claim(author, post, 2, [one])
  expect(await claimed()).toEqual([two])
  await claim(author, post, 4, [])
  expect(await claimed()).toEqual([])
})

it('what nothing has shown for a day is deleted, and nothing else', async () => {
  const author = await media.member()
  const [kept, avatar, orphan, released] = [
    await sent(author),
    await sent(author),
    await sent(author),
    await sent(author),
  ]
  const [post, another] = [newId(), newId()]
  await claim(author, post, 1, [kept])
  await claim(author, another, 1, [released])
  await media.call('PUT', `/users/${author.id}/avatar`, author, { media: avatar })
  await aDayLater()
  expect(await Promise.all([kept, avatar, orphan, released].map(isShown))).toEqual([true, true, false, true])
  // A day counts from when it was last shown.
  await claim(author, another, 2, [])
  const [process] = media.suite.processes.media
  await process!.restart()
  expect(await isShown(released)).toBe(true)
  await aDayLater()
  expect(await Promise.all([kept, avatar, released].map(isShown))).toEqual([true, true, false])
})

it('what is shown is not looked at again, whoever has noted it', async () => {
  const author = await media.member()
  const [claimedOne, avatar, shared, older] = [
    await sent(author),
    await sent(author),
    await sent(author),
    await sent(author),
  ]
  const unclaimed = async () =>
    (await media.sql<{ id: string }>('SELECT id FROM media WHERE unclaimed_since IS NOT NULL')).map(
      ({ id }) => id,
    )
  const [post, another] = [newId(), newId()]
  await claim(author, post, 1, [claimedOne, shared])
  await claim(author, another, 1, [shared])
  await media.call('PUT', `/users/${author.id}/avatar`, author, { media: avatar })
  expect(await unclaimed()).toEqual([older])
  // As a process of the version before does: it notes nothing of what it claims.
  await media.sql("INSERT INTO place (key, version, changed_at) VALUES ('Post/before', 1, now())")
  await media.sql("INSERT INTO claim (place, media_id) VALUES ('Post/before', $1)", [older])
  // Released by one of two.
  await claim(author, another, 2, [])
  expect(new Set(await unclaimed())).toEqual(new Set([older, shared]))
  await aDayLater()
  await eventually(async () => expect(await unclaimed()).toEqual([]))
  expect(await Promise.all([claimedOne, avatar, shared, older].map(isShown))).toEqual([
    true,
    true,
    true,
    true,
  ])
  // Another avatar, then none: both are released.
  await media.call('PUT', `/users/${author.id}/avatar`, author, { media: claimedOne })
  expect(await unclaimed()).toEqual([avatar])
  await media.call('DELETE', `/users/${author.id}/avatar`, author)
  expect(new Set(await unclaimed())).toEqual(new Set([avatar, claimedOne]))
  await aDayLater()
  await eventually(async () => expect(await unclaimed()).toEqual([]))
  expect(await Promise.all([avatar, claimedOne].map(isShown))).toEqual([false, true])
})

it('claims of the same pictures by many posts at once, and avatars of them, all come through', async () => {
  const author = await media.member()
  const pictures = await Promise.all(Array.from({ length: 4 }, () => sent(author)))
  const rounds = Array.from({ length: 40 }, (_, index) => {
    const shown = [...pictures].sort(() => (index % 2 === 0 ? 1 : -1)).slice(index % 3)
    return claim(author, `0190000${index % 4}-0000-7000-8000-000000000000`, index, shown)
  })
  const avatars = pictures.map((id) => media.call('PUT', `/users/${author.id}/avatar`, author, { media: id }))
  expect(new Set((await Promise.all([...rounds, ...avatars])).map(({ status }) => status))).toEqual(
    new Set([200]),
  )
})

it('a draft shows its pictures for a day', async () => {
  const author = await media.member()
  const picture = await sent(author)
  const draft = () => claim(author, author.id, Date.now(), [picture], undefined, 'Draft')
  await media.sql("UPDATE media SET unclaimed_since = unclaimed_since - interval '23 hours'")
  await draft()
  await media.sql("UPDATE media SET unclaimed_since = unclaimed_since - interval '23 hours'")
  const [process] = media.suite.processes.media
  await process!.restart()
  expect(await isShown(picture)).toBe(true)
  await aDayLater()
  await eventually(async () => expect(await isShown(picture)).toBe(false))
})

it('is for the forum alone', async () => {
  const author = await media.member()
  const { serviceKeys } = media.suite.secrets
  expect(outcome(await claim(author, newId(), 1, [], serviceKeys['mail-jobs']))[0]).toBe(403)
  expect(outcome(await claim(author, newId(), 1, [], serviceKeys.archive))[0]).toBe(401)
})

it('a picture in a kept draft is kept for 14 days from when it was opened last, and a day once it is discarded', async () => {
  const [author, other] = [await media.member(), await media.member()]
  const [drafted, discarded, shown] = [await sent(author), await sent(author), await sent(author)]
  const draft = (method: string, id: string, as = author) => media.call(method, `/media/${id}/draft`, as)
  await claim(author, newId(), 1, [shown])
  for (const id of [drafted, discarded, shown]) {
    const { status, body } = await draft('PUT', id)
    expect(status).toBe(200)
    const days = (Date.parse(body.kept_until) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.9)
    expect(days).toBeLessThan(14.1)
  }
  for (const method of ['PUT', 'DELETE']) {
    expect(outcome(await draft(method, drafted, other))).toEqual([403, { error: 'forbidden' }])
    expect(outcome(await draft(method, newId()))).toEqual([404, { error: 'media not found' }])
  }
  expect(outcome(await draft('DELETE', discarded))).toEqual([200, {}])
  expect(outcome(await draft('DELETE', shown))).toEqual([200, {}])
  for (let day = 0; day < 13; day += 1)
    await media.sql("UPDATE media SET unclaimed_since = unclaimed_since - interval '24 hours'")
  await aDayLater()
  await eventually(async () => expect(await isShown(discarded)).toBe(false))
  // It was opened 14 days and an hour ago.
  expect([await isShown(drafted), await isShown(shown)]).toEqual([false, true])
})

it('a picture in a draft is there on its last day', async () => {
  const author = await media.member()
  const drafted = await sent(author)
  await media.call('PUT', `/media/${drafted}/draft`, author)
  for (let day = 0; day < 12; day += 1)
    await media.sql("UPDATE media SET unclaimed_since = unclaimed_since - interval '24 hours'")
  await aDayLater()
  expect(await isShown(drafted)).toBe(true)
})
