import { newId } from '@agora/shared/contracts/ids'
import { startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, newUser, ok, type User, underToken } from './helpers/forum.ts'

let forum: Forum
let section: { id: string; key: string }
beforeAll(async () => {
  forum = new Forum(
    await startSuite({
      services: ['forum'],
      replicas: { forum: 2 },
      limits: true,
      config: { site: { url: 'https://community.example' } },
    }),
  )
  section = await forum.section()
})
afterAll(() => forum?.suite.close())

const DAY_MS = 24 * 60 * 60 * 1000
/** An account created more than a day ago. */
const oldUser = (name: string) =>
  newUser(name, { createdAt: new Date(Date.now() - 2 * DAY_MS).toISOString() })
const open = (who: User, body = 'Hello.') =>
  forum.post(`/sections/${section.id}`, who, { title: 'A thread', body })
const times = <Result>(many: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: many }, (_, index) => work(index)))
const statusesOf = async (many: number, work: (index: number) => Promise<{ status: number }>) => {
  const statuses = (await times(many, work)).map(({ status }) => status)
  return {
    made: statuses.filter((one) => one === 200).length,
    refused: statuses.filter((one) => one === 429).length,
  }
}
/** The number of posts after which an account is no longer new. */
async function settle(who: User) {
  const thread = await forum.thread(section, who)
  for (let post = 1; post < 5; post++) await forum.reply(thread, who)
}

describe('a new account', () => {
  it('may open five threads and write twenty replies an hour, whatever comes at once', async () => {
    const flooder = newUser('Flooder')
    expect(await statusesOf(30, () => open(flooder))).toEqual({ made: 5, refused: 25 })
    const thread = await forum.thread(section, administrator)
    const reply = () => forum.post(`/threads/${thread.id}`, flooder, { body: 'More.' })
    expect(await statusesOf(60, reply)).toEqual({ made: 20, refused: 40 })
    const answer = await reply()
    expect([answer.status, answer.body]).toEqual([429, { error: 'too many requests' }])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect((await open(newUser('Somebody else'))).status).toBe(200)
  })

  it('may make ten reports an hour; refused ones do not count', async () => {
    const reporter = newUser('Reporter')
    const threads = await times(12, () => forum.thread(section, administrator))
    const report = (id: string) => forum.post(`/threads/${id}/reports`, reporter, { reason: 'Spam' })
    for (let again = 0; again < 15; again++) expect((await report(newId())).status).toBe(404)
    const { made, refused } = await statusesOf(12, (index) => report(threads[index].id))
    expect([made, refused]).toEqual([10, 2])
  })

  it('gets the same refusals as anybody, and those do not count either', async () => {
    const user = newUser('Clumsy')
    for (let again = 0; again < 8; again++) {
      expect((await open(user, '[quote]open')).status).toBe(400)
      expect((await forum.post('/sections/nowhere', user, { title: 'xx', body: 'x' })).status).toBe(404)
    }
    expect((await statusesOf(6, () => open(user))).made).toBe(5)
  })

  it('is new until it is a day old and has five posts', async () => {
    const [young, silent, settled] = [newUser('Young'), oldUser('Silent'), oldUser('Settled')]
    await settle(young)
    await settle(settled)
    expect((await statusesOf(8, () => open(young))).made).toBe(4)
    // Reports are not posts.
    const threads = await times(12, () => forum.thread(section, administrator))
    const report = (index: number) =>
      forum.post(`/threads/${threads[index].id}/reports`, silent, { reason: 'Spam' })
    expect((await statusesOf(12, report)).made).toBe(10)
    expect((await statusesOf(40, () => open(settled))).made).toBe(30)
  })
})

describe('links', () => {
  const html = (answer: {
    body: { posts: { items: { revisions: { last: { content: { html: string } } } }[] } }
  }) => answer.body.posts.items[0]?.revisions.last.content.html
  const spam = '[look](https://spam.example/) and [here](https://community.example/help)'
  const asText = '[look](https://spam.example/) and <a href="https://community.example/help"'

  it('to other sites stay text in the first three posts of a new account, and no edit makes them links', async () => {
    const spammer = newUser('Spammer')
    const thread = await open(spammer, spam)
    expect(html(thread)).toContain(asText)
    const preview = await forum.post('/preview', spammer, { section: { id: section.id }, body: spam })
    expect(ok(preview).html).toContain(asText)
    const [first] = thread.body.posts.items
    const edited = await forum.patch(`/posts/${first.id}`, spammer, {
      last_revision_id: first.revisions.last.id,
      content: `${spam}!`,
      comment: null,
    })
    expect(ok(edited).revisions.items[1].content.html).toContain(asText)
    for (let post = 0; post < 2; post++) await open(spammer, spam)
    expect(html(await open(spammer, spam))).toContain('<a href="https://spam.example/"')
  })

  it('are links in the first post of a moderator, and of an account that is not new', async () => {
    expect(html(await open(newUser('Chief', { isAdministrator: true }), spam))).toContain(
      '<a href="https://spam.example/"',
    )
    const settled = oldUser('Regular')
    await settle(settled)
    expect(html(await open(settled, spam))).toContain('<a href="https://spam.example/"')
  })

  it.each([
    'https://community.example.spam.example/',
    'https://community.example:8443/',
    'https://spam.example/?https://community.example',
  ])('to %s are links to another site', async (url) => {
    expect(html(await open(newUser('Trickster'), `[x](${url})`))).toBe(`[x](${url})`)
  })
})

describe('a moderator', () => {
  it('has no limits, except under a token that does not moderate', async () => {
    const moderator = await forum.moderator(section)
    expect((await statusesOf(40, () => open(moderator))).made).toBe(40)
    const token = underToken(moderator, 'base', 'forum:write')
    expect((await statusesOf(8, () => open(token))).made).toBe(5)
  })
})
