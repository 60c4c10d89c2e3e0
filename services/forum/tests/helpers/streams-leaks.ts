import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Listening, Received } from './events.ts'
import { Forum, newUser, ok, type User } from './forum.ts'

let forum: Forum

/** What a reader's successive streams have sent, each resuming where the last one ended. */
class Ear {
  readonly who: User
  readonly #path: string
  readonly #heard: Received[] = []
  #stream: Listening | undefined
  #judged = 0

  constructor(who: User, path: string) {
    this.who = who
    this.#path = path
  }

  async open(): Promise<this> {
    const lastId = this.#stream?.lastId
    this.close()
    const stream = await forum.listen(this.#path, this.who, lastId)
    this.#stream = stream
    expect(stream.status).toBe(200)
    if (lastId === undefined) await expect.poll(() => stream.lastId).toBeDefined()
    return this
  }

  get heard(): readonly Received[] {
    return [...this.#heard, ...(this.#stream?.events ?? [])]
  }

  /** What arrived since the last call. */
  news(): readonly Received[] {
    const news = this.heard.slice(this.#judged)
    this.#judged += news.length
    return news
  }

  close(): void {
    this.#stream?.close()
    this.#heard.push(...(this.#stream?.events ?? []))
    this.#stream = undefined
  }
}

const kinds = ['reply', 'mention', 'quote', 'report', 'resolve', 'show', 'restore', 'grant'] as const
/** These remove something that somebody could read. */
const takings = ['hide', 'delete', 'move', 'revoke'] as const
const acts = fc.array(
  fc.record({
    act: fc.constantFrom(...kinds, ...takings),
    who: fc.nat(2),
    whom: fc.nat(2),
    which: fc.nat(3),
  }),
  { minLength: 25, maxLength: 35 },
)

export function streamsLeakNothing(numRuns: number): void {
  beforeAll(async () => {
    forum = await Forum.shared()
  })
  afterAll(() => forum?.close())

  it('whatever happens, open streams send members and moderators nothing that they could not read at that moment', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (steps) => {
        const [section, other] = [await forum.section(), await forum.section()]
        const [everywhere, here] = [await forum.globalModerator(), await forum.moderator(section)]
        const members = ['Ada', 'Ben', 'Cleo'].map((name) => newUser(`${name} Live`))
        await forum.meet(...members)
        const talk = await forum.thread(other, everywhere)
        const threads: { id: string }[] = [await forum.thread(section, members[0] as User)]
        const posts: { id: string }[] = []
        const reports: { id: string }[] = []
        for (const member of members)
          ok(await forum.put(`/sections/${section.id}/subscription`, member, { level: 'Watching' }))

        const told = await Promise.all(members.map((one) => new Ear(one, '/notifications/stream').open()))
        const path = '/forum/moderation/stream'
        const [global, local] = [new Ear(everywhere, path), new Ear(here, `${path}?section=${section.id}`)]
        await Promise.all([global.open(), local.open()])
        let isModerator = true

        const judgeTold = async (ear: Ear) => {
          const { who, heard } = ear
          expect(new Set(heard.map(({ id }) => id)).size).toBe(heard.length)
          for (const { event, data } of ear.news()) {
            if (data.thread) ok(await forum.get(`/threads/${data.thread.id}`, who))
            if (event === 'ReportResolved') continue
            const post = ok(await forum.get(`/posts/${data.post.id}?limit=100`, who))
            expect(post.thread.id).toBe(data.thread.id)
            // Only the hiding of their own posts concerns what they wrote themselves.
            expect(post.author.user.id === who.id).toBe(event === 'PostHidden')
            if (event === 'PostHidden') continue
            expect(post.revisions.items.at(-1).content).not.toBeNull()
          }
        }
        const judgeModeration = async (ear: Ear) => {
          for (const { data } of ear.news()) {
            ok(await forum.get(`/moderation_log?section=${data.section}`, ear.who))
            if (data.report) ok(await forum.get(`/reports/${data.report}`, ear.who))
          }
        }
        const hears = (ear: Ear, is: (data: Received['data']) => boolean) =>
          expect
            .poll(() => ear.heard.filter(({ data }) => is(data)).length, { timeout: 10_000, interval: 10 })
            .toBe(1)
        /** Everything that happened has been sent; as nothing was removed meanwhile, all of it must still be readable. */
        const judge = async () => {
          const names = members.map(({ id }) => `@{${id}}`).join(' ')
          const beacon = await forum.reply(talk, everywhere, names)
          const lock = await forum.thread(section, everywhere)
          ok(await forum.patch(`/threads/${lock.id}`, everywhere, { is_locked: true }))
          for (const ear of told) await hears(ear, ({ post }) => post?.id === beacon.id)
          for (const ear of isModerator ? [global, local] : [global])
            await hears(ear, ({ thread }) => thread === lock.id)
          for (const ear of told) await judgeTold(ear)
          for (const ear of [global, local]) await judgeModeration(ear)
        }

        for (const { act, who, whom, which } of steps) {
          const [member, named] = [members[who] as User, members[whom] as User]
          const thread = threads[which % threads.length] as { id: string }
          const post = posts[which % Math.max(1, posts.length)]
          const report = reports[which % Math.max(1, reports.length)]
          const write = async (body: string) => {
            const answer = await forum.post(`/threads/${thread.id}`, member, { body })
            if (answer.status === 200) posts.push(answer.body)
          }
          const role = { user: { type: 'User', id: here.id }, role: 'Moderator' }
          const grant = { ...role, section: { type: 'ForumSection', id: section.id } }
          if ((takings as readonly string[]).includes(act)) await judge()
          if (act === 'reply') await write('A reply.')
          if (act === 'mention') await write(`@{${named.id}}`)
          if (act === 'quote') await write(`[quote=${named.displayName}]x[/quote] y`)
          if (act === 'delete') await forum.delete(`/threads/${thread.id}`, everywhere)
          if (act === 'restore') await forum.post(`/threads/${thread.id}/restore`, everywhere, {})
          if (act === 'move') {
            const to = { type: 'ForumSection', id: whom === 0 ? section.id : other.id }
            await forum.post(`/threads/${thread.id}/section`, everywhere, { section: to })
          }
          if (act === 'report') {
            const { status, body } = await forum.post(`/threads/${thread.id}/reports`, member, {
              reason: 'Spam',
            })
            if (status === 200) reports.push(body)
          }
          if (act === 'resolve' && report)
            await forum.post(`/reports/${report.id}/resolution`, everywhere, { status: 'Accepted' })
          if (act === 'revoke' && isModerator) {
            ok(await forum.call('DELETE', '/role_grants', everywhere, { body: grant }))
            isModerator = false
          }
          if (act === 'grant' && !isModerator) {
            ok(await forum.post('/role_grants', everywhere, grant))
            isModerator = true
            await local.open()
          }
          if (post && (act === 'hide' || act === 'show')) {
            const { body } = await forum.get(`/posts/${post.id}?limit=100`, everywhere)
            const last = { last_revision_id: body.revisions?.items.at(-1).id }
            const shown = { ...last, content: 'Shown.', moderation: null, comment: null }
            // Refused in a deleted thread.
            if (act === 'hide') await forum.delete(`/posts/${post.id}`, everywhere, last)
            else await forum.patch(`/posts/${post.id}`, everywhere, shown)
          }
          if (posts.length % 5 === 4 && threads.length < 3)
            threads.push(await forum.thread(section, member, 'Another', `@{${named.id}}`))
        }
        await judge()
        for (const ear of [...told, global, local]) ear.close()
      }),
      // A run takes seconds: shrinking one would take minutes.
      { numRuns, endOnFailure: true },
    )
  }, 120_000)
}
