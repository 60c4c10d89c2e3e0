import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, Forum, guest, newUser, ok, refused, type User } from './helpers/forum.ts'

let forum: Forum
let section: { id: string }
let moderator: User
let elsewhere: { id: string }
const author = newUser('Author')
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  elsewhere = await forum.section()
  moderator = await forum.moderator(section)
  await forum.meet(administrator, author)
})
afterAll(() => forum.close())

const unknown = '01890000-0000-7000-8000-000000000000'
const cannotResolve = 'current actor does not have the permission to resolve this report'
const resolved = 'report is already resolved'

const reportIn = async (place: { id: string }): Promise<string> => {
  const thread = await forum.thread(place, author)
  return ok(await forum.post(`/threads/${thread.id}/reports`, newUser('Reporter'), { reason: 'Spam' })).id
}
const resolve = (who: User, reports: string[], status = 'Accepted') =>
  forum.post('/reports/resolutions', who, { reports, status, note: 'Seen.' })

it('resolves each on its own, in the order given', async () => {
  const [first, second, foreign] = [
    await reportIn(section),
    await reportIn(section),
    await reportIn(elsewhere),
  ]
  const malformed = ['', '\0', `${second}0`, 'x'.repeat(100_000)]
  const given = [first, foreign, 'nothing', unknown, first, ...malformed, second]
  expect(ok(await resolve(moderator, given))).toEqual({
    results: [
      { report: first, status: 200 },
      { report: foreign, status: 403, error: cannotResolve },
      { report: 'nothing', status: 404, error: 'report not found' },
      { report: unknown, status: 404, error: 'report not found' },
      { report: first, status: 409, error: resolved },
      ...malformed.map((report) => ({ report, status: 404, error: 'report not found' })),
      { report: second, status: 200 },
    ],
  })
  expect(ok(await forum.get(`/reports/${second}`, moderator))).toMatchObject({
    status: 'Accepted',
    resolution_note: 'Seen.',
  })
})

it('resolves each of a hundred once when two moderators resolve all at once, and tells both which', async () => {
  const reports = await Promise.all(Array.from({ length: 100 }, () => reportIn(section)))
  const [a, b] = await Promise.all([
    resolve(moderator, reports, 'Accepted'),
    resolve(administrator, [...reports].reverse(), 'Rejected'),
  ])
  const byModerator = new Map<string, number>(
    ok(a).results.map((one: { report: string; status: number }) => [one.report, one.status]),
  )
  const byAdministrator = new Map<string, number>(
    ok(b).results.map((one: { report: string; status: number }) => [one.report, one.status]),
  )
  for (const id of reports) {
    expect([byModerator.get(id), byAdministrator.get(id)].sort()).toEqual([200, 409])
    const status = byModerator.get(id) === 200 ? 'Accepted' : 'Rejected'
    expect(ok(await forum.get(`/reports/${id}`, moderator)).status).toBe(status)
  }
  const log = await forum.rows("SELECT FROM moderation_entry WHERE data->>'report' = ANY($1)", [reports])
  expect(log).toHaveLength(100)
})

it('is for callers who moderate something, takes one to a hundred reports, and never resolves to Pending', async () => {
  for (const who of [guest, author]) {
    refused(
      await forum.post('/reports/resolutions', who, { reports: [unknown], status: 'Accepted' }),
      403,
      cannotResolve,
    )
  }
  for (const body of [
    { reports: [], status: 'Accepted' },
    { reports: Array.from({ length: 101 }, () => unknown), status: 'Accepted' },
    { reports: [unknown], status: 'Pending' },
    { reports: [1], status: 'Accepted' },
    { reports: unknown, status: 'Accepted' },
    { status: 'Accepted' },
  ]) {
    expect((await forum.post('/reports/resolutions', moderator, body)).status).toBe(422)
  }
})
