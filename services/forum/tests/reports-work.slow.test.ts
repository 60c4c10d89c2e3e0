import { newId } from '@agora/shared/contracts/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  Forum,
  guest,
  newUser,
  ok,
  refused,
  type User,
  underToken,
  unresolvable,
  type Who,
} from './helpers/forum.ts'
import { reportThread, sectionRef, short, timestamp, unknown, userRef, uuid } from './helpers/moderation.ts'

/** Two processes in turn. */
let forum: Forum
let section: { id: string }
let elsewhere: { id: string }
let moderator: User
let colleague: User
let globalModerator: User
let stranger: User
const author = newUser('Author')
const reporter = newUser('Reporter')
beforeAll(async () => {
  forum = await Forum.start(2)
  section = await forum.section()
  elsewhere = await forum.section()
  moderator = await forum.moderator(section)
  colleague = await forum.moderator(section, 'Colleague')
  globalModerator = await forum.globalModerator()
  stranger = await forum.moderator(elsewhere, 'Stranger')
  await forum.meet(administrator, author, reporter)
})
afterAll(() => forum.close())

const cannotResolve = 'current actor does not have the permission to resolve this report'
const never = { assignee: null, assigned_by: null, time: null }

const report = async (): Promise<{ report: { id: string }; thread: { id: string } }> =>
  reportThread(forum, section, author, reporter)
const assignment = (who: Who, id: string) => forum.get(`/reports/${id}/assignment`, who)
const assign = (who: Who, id: string, assignee: object | null) =>
  forum.call('PUT', `/reports/${id}/assignment`, who, { body: { assignee } })
const notes = (who: Who, id: string, query = '') => forum.get(`/reports/${id}/notes${query}`, who)
const note = (who: Who, id: string, body: unknown) => forum.post(`/reports/${id}/notes`, who, { body })
const resolve = (id: string) => forum.post(`/reports/${id}/resolution`, moderator, { status: 'Accepted' })

/** Every route here, called without the right to. */
const acts: Record<string, (who: Who, id: string) => Promise<Awaited<ReturnType<typeof assignment>>>> = {
  getReportAssignment: assignment,
  assignReport: (who, id) => assign(who, id, userRef(moderator)),
  listReportNotes: notes,
  createReportNote: (who, id) => note(who, id, 'Noted.'),
}

describe.each(Object.entries(acts))('%s', (_name, act) => {
  it('is refused to anyone who may not resolve the report, its reporter included', async () => {
    const { report: reported } = await report()
    const outsiders = [
      guest,
      client,
      unresolvable,
      author,
      reporter,
      stranger,
      underToken(moderator, 'forum:write'),
    ]
    for (const who of outsiders) refused(await act(who, reported.id), 403, cannotResolve)
    for (const who of [guest, author, reporter]) refused(await act(who, unknown), 403, cannotResolve)
    ok(await act(underToken(moderator, 'forum:moderate'), reported.id))
    ok(await act(globalModerator, reported.id))
    ok(await act(administrator, reported.id))
  })

  it('answers 404 for an unknown or malformed id, and for a target that is gone', async () => {
    for (const id of [unknown, 'no-such', '%00', `${unknown}0`])
      refused(await act(moderator, id), 404, 'report not found')
    const { report: reported } = await report()
    await forum.rows('UPDATE report SET thread_id = $2 WHERE id = $1', [reported.id, newId()])
    refused(await act(moderator, reported.id), 404, 'reported post or thread not found')
  })
})

describe('an assignment', () => {
  it('is nobody’s until somebody is assigned, and again once they are unassigned', async () => {
    const { id } = (await report()).report
    expect(ok(await assignment(moderator, id))).toEqual(never)
    expect(ok(await assign(moderator, id, null))).toEqual(never)
    const assigned = ok(await assign(moderator, id, userRef(colleague)))
    expect(assigned).toEqual({
      assignee: short(colleague),
      assigned_by: short(moderator),
      time: expect.stringMatching(timestamp),
    })
    expect(ok(await assignment(colleague, id))).toEqual(assigned)
    expect(ok(await assign(colleague, id, null))).toEqual({
      assignee: null,
      assigned_by: short(colleague),
      time: expect.stringMatching(timestamp),
    })
  })

  it('records every change, and nothing that changes nothing', async () => {
    const { id } = (await report()).report
    const first = ok(await assign(moderator, id, userRef(colleague)))
    expect(ok(await assign(globalModerator, id, userRef(colleague)))).toEqual(first)
    ok(await assign(globalModerator, id, userRef(moderator)))
    ok(await assign(moderator, id, null))
    const kept = await forum.rows(
      'SELECT assignee_id, assigned_by_id FROM report_assignment WHERE report_id = $1 ORDER BY position',
      [id],
    )
    expect(kept).toEqual([
      { assignee_id: colleague.id, assigned_by_id: moderator.id },
      { assignee_id: moderator.id, assigned_by_id: globalModerator.id },
      { assignee_id: null, assigned_by_id: moderator.id },
    ])
  })

  it('goes only to members who may resolve the report', async () => {
    const { id } = (await report()).report
    for (const who of [globalModerator, moderator]) ok(await assign(moderator, id, userRef(who)))
    // An administrator by the account's flag, who assigns it to themselves.
    ok(await assign(administrator, id, userRef(administrator)))
    expect(ok(await assignment(moderator, id)).assignee).toEqual(short(administrator))
  })

  it('is refused for a resolved report, which still says who worked on it', async () => {
    const { id } = (await report()).report
    const assigned = ok(await assign(moderator, id, userRef(colleague)))
    ok(await resolve(id))
    for (const assignee of [userRef(moderator), null, userRef({ id: unknown })])
      refused(await assign(moderator, id, assignee), 409, 'report is already resolved')
    expect(ok(await assignment(moderator, id))).toEqual(assigned)
  })

  it.each([
    {},
    { assignee: 'me' },
    { assignee: [] },
    { assignee: { type: 'User' } },
    { assignee: { type: 'User', id: ['x'] } },
    { assignee: { type: 'User', id: 'no-such' } },
  ])('refuses the body %j', async (body) => {
    const { id } = (await report()).report
    expect((await forum.call('PUT', `/reports/${id}/assignment`, moderator, { body })).status).toBe(422)
  })

  it('twenty at once are all kept, in one order, and the last one holds', async () => {
    const { id } = (await report()).report
    const people = [moderator, colleague, globalModerator]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => assign(moderator, id, userRef(people[turn % 3]!))),
    )
    for (const answer of answers) ok(answer)
    const kept = await forum.rows<{ position: number; assignee_id: string }>(
      'SELECT position, assignee_id FROM report_assignment WHERE report_id = $1 ORDER BY position',
      [id],
    )
    expect(kept.map(({ position }) => position)).toEqual(kept.map((_, position) => position))
    expect(ok(await assignment(moderator, id)).assignee.id).toBe(kept.at(-1)?.assignee_id)
  })

  it('never comes after the resolution that it races', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await report()).report
      const [assigned, resolved] = await Promise.all([assign(colleague, id, userRef(colleague)), resolve(id)])
      ok(resolved)
      const [order] = await forum.rows<{ before: boolean }>(
        `SELECT a.time <= f.resolved_at AS before FROM report AS f
         LEFT JOIN report_assignment AS a ON a.report_id = f.id WHERE f.id = $1`,
        [id],
      )
      if (assigned.status === 200) expect(order?.before).toBe(true)
      else {
        refused(assigned, 409, 'report is already resolved')
        expect(order?.before).toBeNull()
      }
    }
  })

  it('moves with the report: an assignee who may no longer resolve it stays named, but may not read it', async () => {
    const { report: reported, thread } = await report()
    ok(await assign(moderator, reported.id, userRef(colleague)))
    const move = { section: sectionRef(elsewhere) }
    ok(await forum.post(`/threads/${thread.id}/section`, globalModerator, move))
    refused(await assignment(colleague, reported.id), 403, cannotResolve)
    expect(ok(await assignment(stranger, reported.id)).assignee).toEqual(short(colleague))
  })
})

describe('notes', () => {
  it('are listed oldest first, a page at a time, with their authors', async () => {
    const { id } = (await report()).report
    expect(ok(await notes(moderator, id))).toEqual({ offset: 0, limit: 20, count: 0, items: [] })
    const written = []
    for (const [who, body] of [
      [moderator, 'First.'],
      [colleague, '<b>Second</b> & "plain"'],
      [moderator, '  Third\n'],
    ] as const)
      written.push(ok(await note(who, id, body)))
    expect(written[1]).toEqual({
      type: 'ForumReportNote',
      id: expect.stringMatching(uuid),
      time: expect.stringMatching(timestamp),
      author: short(colleague),
      body: '<b>Second</b> & "plain"',
    })
    expect(ok(await notes(colleague, id))).toEqual({ offset: 0, limit: 20, count: 3, items: written })
    expect(ok(await notes(colleague, id, '?offset=1&limit=1'))).toEqual({
      offset: 1,
      limit: 1,
      count: 3,
      items: [written[1]],
    })
    expect(ok(await notes(colleague, id, '?limit=1000'))).toMatchObject({ limit: 100 })
    expect((await notes(colleague, id, '?limit=-1')).status).toBe(400)
  })

  it('have 1 to 4,000 characters', async () => {
    const { id } = (await report()).report
    for (const body of ['', 'x'.repeat(4_001), null, 1, ['x'], '\0', '\ud800'])
      expect((await note(moderator, id, body)).status, String(body)).toBe(422)
    expect((await forum.post(`/reports/${id}/notes`, moderator, {})).status).toBe(422)
    for (const body of ['x', '🦉'.repeat(4_000)]) expect(ok(await note(moderator, id, body)).body).toBe(body)
  })

  it('can be written and read on a resolved report as well', async () => {
    const { id } = (await report()).report
    ok(await resolve(id))
    ok(await note(moderator, id, 'In hindsight.'))
    expect(ok(await notes(moderator, id)).count).toBe(1)
  })

  it('are hidden from the reporter, unless they may resolve the report', async () => {
    const { thread } = await report()
    const own = ok(await forum.post(`/threads/${thread.id}/reports`, moderator, { reason: 'Other' }))
    const secret = 'Between us.'
    ok(await note(colleague, own.id, secret))
    expect(ok(await notes(moderator, own.id)).items[0].body).toBe(secret)
    expect((await forum.get('/self/reports', moderator)).text).not.toContain(secret)
    expect((await forum.get(`/reports/${own.id}`, moderator)).text).not.toContain(secret)
  })

  it('written twenty at once are all kept', async () => {
    const { id } = (await report()).report
    const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => note(moderator, id, `${turn}`)))
    const written = answers.map((answer) => ok(answer).id)
    const listed = ok(await notes(moderator, id))
    expect(listed.count).toBe(20)
    expect(listed.items.map((item: { id: string }) => item.id).sort()).toEqual(written.sort())
  })
})

describe('the queue with `include=work`', () => {
  const queue = (query: string, who: Who = moderator) =>
    forum.get(`/reports?section=${section.id}&limit=2${query}`, who)

  it('shows each report’s assignment, the number of its notes, and the newest', async () => {
    const { id: untouched } = (await report()).report
    const { id: worked } = (await report()).report
    ok(await assign(moderator, worked, userRef(moderator)))
    const assigned = ok(await assign(moderator, worked, userRef(colleague)))
    ok(await note(moderator, worked, 'First.'))
    const last = ok(await note(colleague, worked, 'Second.'))
    const { items } = ok(await queue('&include=work'))
    expect(items.map(({ id, work }: { id: string; work: unknown }) => [id, work])).toEqual([
      [worked, { assignment: assigned, notes: { count: 2, last } }],
      [untouched, { assignment: never, notes: { count: 0, last: null } }],
    ])
  })

  it('is the same without it, but for the work', async () => {
    const full = ok(await queue('&include=work'))
    const items = full.items.map(({ work: _work, ...item }: { work: unknown }) => item)
    expect(ok(await queue(''))).toEqual({ ...full, items })
  })

  it('is refused to whom the queue is, and knows no other inclusion', async () => {
    const cannotReadQueue = 'current actor does not have the permission to read this report queue'
    for (const who of [guest, author, reporter, stranger])
      refused(await queue('&include=work', who), 403, cannotReadQueue)
    for (const value of ['notes', '', 'work&include=work'])
      expect((await queue(`&include=${value}`)).status, value).toBe(400)
  })
})
