import type { Answer } from '@agora/testing/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, newUser, ok, type User } from './forum.ts'
import { expectInvariants } from './invariants.ts'
import {
  expectTallies,
  lapse,
  reportThread,
  sanction,
  sanctionBody,
  sectionRef,
  userRef,
} from './moderation.ts'
import { Stream } from './stream.ts'

const AT_ONCE = 20
const many = <Result>(act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => act(index)))

/** Exactly one of the answers is a success, which is returned; the others are a 409. */
function winner(answers: Answer[]): Answer['body'] {
  const statuses = answers.map((answer) => answer.status).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: answers.length - 1 }, () => 409)])
  return answers.find(({ status }) => status === 200)!.body
}

/** The races of reporters and moderators, through two processes in turn. */
export function moderationRaces(rounds: number): void {
  let forum: Forum
  let stream: Stream
  let section: { id: string }
  const author = newUser('Author')
  const moderators = [newUser('Moderator 1'), newUser('Moderator 2')]
  beforeAll(async () => {
    forum = await Forum.start(2)
    section = await forum.section()
    await forum.meet(administrator, author, ...moderators)
    for (const moderator of moderators) {
      ok(await forum.post(`/sections/${section.id}/role_grants`, administrator, userRef(moderator)))
    }
    stream = new Stream(forum)
  })
  afterAll(async () => {
    await stream.close()
    await forum.close()
  })

  const eachRound = async (race: () => Promise<void>) => {
    for (let round = 0; round < rounds; round += 1) await race()
  }
  const by = (index: number) => moderators[index % moderators.length]!
  const entries = (action: string, data: object) =>
    forum.rows<{ actor_id: string; data: object }>(
      'SELECT actor_id, data FROM moderation_entry WHERE action = $1 AND data @> $2::jsonb',
      [action, JSON.stringify(data)],
    )

  describe(`of ${AT_ONCE} simultaneous`, () => {
    it('reports of one member on one target exactly one is taken', () =>
      eachRound(async () => {
        const thread = await forum.thread(section, author)
        const reporter = newUser('Reporter')
        for (const path of [`/threads/${thread.id}/reports`, `/posts/${thread.posts.items[0].id}/reports`]) {
          winner(await many(() => forum.post(path, reporter, { reason: 'Spam' })))
        }
        expect(ok(await forum.get('/self/reports', reporter)).count).toBe(2)
      }))

    it('resolutions of a report exactly one wins, and the log tells which', () =>
      eachRound(async () => {
        const { report } = await reportThread(forum, section, author, newUser('Reporter'))
        const status = (index: number) => (index % 3 === 0 ? 'Accepted' : 'Rejected')
        const resolve = (index: number) =>
          forum.post(`/reports/${report.id}/resolution`, by(index), {
            status: status(index),
            note: `Note ${index}`,
          })
        const won = winner(await many(resolve))
        expect(ok(await forum.get(`/reports/${report.id}`, administrator))).toEqual(won)
        expect(await entries('ResolveReport', { report: report.id })).toEqual([
          { actor_id: won.resolved_by.id, data: { report: report.id, status: won.status } },
        ])
      }))

    it('mutes of one scope exactly one is made, after one that has lapsed too', () =>
      eachRound(async () => {
        const user = newUser('Muted')
        await forum.meet(user)
        await lapse(forum, await sanction(forum, user, { section, expires_at: '2100-01-01T00:00:00Z' }))
        const mute = (index: number) =>
          forum.post('/sanctions', by(index), sanctionBody(userRef(user), { section }))
        const won = winner(await many(mute))
        const made = await entries('CreateSanction', { sanction: won.id })
        expect(made.map((entry) => entry.actor_id)).toEqual([won.created_by.id])
        const { items } = ok(await forum.get(`/sanctions?user=${user.id}&active=true`, administrator))
        expect(items).toEqual([won])
      }))

    it('mutes of a section and of the forum, none is made in a scope that is covered already', () =>
      eachRound(async () => {
        const user = newUser('Muted')
        await forum.meet(user)
        const answers = await many((index) =>
          forum.post('/sanctions', administrator, sanctionBody(userRef(user), index % 2 ? { section } : {})),
        )
        for (const { status } of answers) expect([200, 409]).toContain(status)
        const made = answers.filter(({ status }) => status === 200).map(({ body }) => body)
        const [ofSite, another] = made.filter((mute) => mute.section === null)
        const [ofSection, ...others] = made.filter((mute) => mute.section !== null)
        expect(ofSite).toBeDefined()
        expect([another, ...others].filter(Boolean)).toEqual([])
        if (ofSection) expect(ofSection.created_at <= ofSite.created_at).toBe(true)
      }))

    it('liftings of a sanction exactly one wins, and the log tells whose', () =>
      eachRound(async () => {
        const user = newUser('Muted')
        await forum.meet(user)
        const { id } = await sanction(forum, user, { section })
        const won = winner(await many((index) => forum.delete(`/sanctions/${id}`, by(index))))
        const lifted = await entries('DeleteSanction', { sanction: id })
        expect(lifted.map((entry) => entry.actor_id)).toEqual([won.deleted_by.id])
      }))
  })

  describe('at the same moment', () => {
    it('reports, resolutions and moves of their thread leave every report with its thread, and every count right', () =>
      eachRound(async () => {
        const sections = [await forum.section(), await forum.section()]
        const { thread, report } = await reportThread(forum, sections[0]!, author, newUser('Reporter'))
        const post = thread.posts.items[0]
        const acts: ((index: number) => Promise<Answer>)[] = [
          (index) =>
            forum.post(`/threads/${thread.id}/section`, administrator, {
              section: sectionRef(sections[index % 2]!),
            }),
          () => forum.post(`/posts/${post.id}/reports`, newUser('Reporter'), { reason: 'Other' }),
          () => forum.post(`/threads/${thread.id}/reports`, newUser('Reporter'), { reason: 'Other' }),
          () => forum.post(`/reports/${report.id}/resolution`, administrator, { status: 'Accepted' }),
        ]
        const answers = await many((index) => acts[index % acts.length]!(Math.floor(index / acts.length)))
        for (const { status } of answers) expect([200, 409]).toContain(status)
        const apart = await forum.rows(
          'SELECT f.id FROM report AS f JOIN thread AS t ON t.id = f.thread_id WHERE f.section_id <> t.section_id',
        )
        expect(apart).toEqual([])
        await expectTallies(forum)
      }))

    it('different moderators’ acts on different things all succeed', () =>
      eachRound(async () => {
        const users = Array.from({ length: AT_ONCE }, (_, index) => newUser(`User ${index}`))
        await forum.meet(...users)
        const reports = await many((index) => reportThread(forum, section, author, users[index] as User))
        const answers = await many((index) =>
          index % 2
            ? forum.post('/sanctions', by(index), sanctionBody(userRef(users[index]!), { section }))
            : forum.post(`/reports/${reports[index]!.report.id}/resolution`, by(index), {
                status: 'Accepted',
              }),
        )
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      }))
  })

  it('every log entry has had one event, and every count is right', async () => {
    const ids = (await forum.rows<{ id: string }>('SELECT id FROM moderation_entry')).map(({ id }) => id)
    expect((await stream.entries()).map(({ id }) => id).sort()).toEqual(ids.sort())
    await expectTallies(forum)
    await expectInvariants(forum)
  })
}
