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

describe('edits', () => {
  const edit = (who: User, post: { id: string }, last_revision_id: string, content: string, more = {}) =>
    forum.patch(`/posts/${post.id}`, who, { last_revision_id, content, comment: null, ...more })
  const lastOf = (post: { revisions: { items: { id: string }[] } }) => post.revisions.items.at(-1)!.id
  /** A thread's first post, opened by a new account, and its only revision. */
  async function written(name: string) {
    const who = newUser(name)
    const [post] = ok(await open(who)).posts.items
    return { who, post, first: post.revisions.last.id as string }
  }
  /** Edits once, so that a revision is open; returns its id. */
  async function edited({ who, post, first }: Awaited<ReturnType<typeof written>>): Promise<string> {
    return lastOf(ok(await edit(who, post, first, 'Edited.')))
  }

  it('of a new account are twenty an hour; refused ones do not count', async () => {
    const { who, post, first } = await written('Rewriter')
    for (let again = 0; again < 25; again++)
      expect((await edit(who, post, newId(), 'Nothing.')).status).toBe(403)
    let last = first
    for (let number = 1; number <= 20; number++)
      last = lastOf(ok(await edit(who, post, last, `Edit ${number}.`)))
    const answer = await edit(who, post, last, 'One more.')
    expect([answer.status, answer.body]).toEqual([429, { error: 'too many requests' }])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000)
    // Within two minutes they are one revision, which is the last of them.
    const { revisions } = ok(await forum.get(`/posts/${post.id}`))
    expect([revisions.count, lastOf({ revisions })]).toEqual([2, last])
    expect(revisions.items.map((one: { content: { html: string } }) => one.content.html)).toEqual([
      'Hello.',
      'Edit 20.',
    ])
  })

  it('name the revision that they change: of twenty simultaneous ones exactly one wins, each time', async () => {
    const { who, post, first } = await written('Racer')
    let last = first
    for (let round = 0; round < 3; round++) {
      const answers = await times(5, (index) => edit(who, post, last, `Edit ${round} ${index}.`))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(4)
      expect((await edit(who, post, last, 'Stale.')).status).toBe(403)
      last = lastOf(answers.find(({ status }) => status === 200)!.body)
    }
  })

  it('are further revisions after two minutes, and after a report', async () => {
    const mine = await written('Corrector')
    const { who, post } = mine
    let last = await edited(mine)
    await forum.rows(`UPDATE revision SET time = time - interval '2 minutes' WHERE id = $1`, [last])
    const later = ok(await edit(who, post, last, 'Later.', { comment: 'Reason' }))
    expect(later.revisions.count).toBe(3)
    const joined = ok(await edit(who, post, lastOf(later), 'Later still.'))
    expect([joined.revisions.count, joined.revisions.items[2].comment]).toEqual([3, 'Reason'])
    ok(await forum.post(`/posts/${post.id}/reports`, newUser('Witness'), { reason: 'Spam' }))
    last = lastOf(joined)
    const { revisions } = ok(await edit(who, post, last, 'Nothing to see.'))
    expect([revisions.count, revisions.items[2].content.html]).toEqual([4, 'Later still.'])
  })

  it('are followed by search', async () => {
    const mine = await written('Follower')
    const last = await edited(mine)
    ok(await edit(mine.who, mine.post, last, 'Quickly corrected zanzibar.'))
    const found = async () => (await forum.get(`/search?q=zanzibar&author=${mine.who.id}`)).body.count
    await expect.poll(found).toBe(1)
  })

  it('of a moderator have no limits, and one of another’s post is a revision of its own', async () => {
    const mine = await written('Moderated')
    const moderator = await forum.moderator(section)
    const answer = ok(await edit(moderator, mine.post, await edited(mine), 'Rewritten.'))
    expect(answer.revisions.count).toBe(3)
    expect((await edit(mine.who, mine.post, lastOf(answer), 'Mine!')).status).toBe(403)
    let last = lastOf(answer)
    for (let again = 4; again < 30; again++) {
      ok(await edit(moderator, mine.post, last, `Rewritten ${again}.`))
      last = lastOf(ok(await forum.get(`/posts/${mine.post.id}?offset=${again - 1}`)))
    }
  })
})

describe('mentions', () => {
  const members = Array.from({ length: 24 }, (_, n) => newUser(`Mentioned ${n}`))
  beforeAll(() => forum.meet(...members))
  const naming = (from: number, to: number) =>
    members
      .slice(from, to)
      .map(({ id }) => `@{${id}}`)
      .join(' ')
  const mentionedIn = (html: string) => html.split('<span class="mkt-mention"').length - 1
  const notified = async (post: { id: string }) => {
    await forum.told()
    const rows = await forum.rows<{ userId: string }>(
      `SELECT user_id AS "userId" FROM notification WHERE cause = $1 AND kind = 'Mention'`,
      [post.id],
    )
    return members.flatMap(({ id }, index) => (rows.some(({ userId }) => userId === id) ? [index] : []))
  }
  const edit = async (who: User, post: { id: string }, content: string) => {
    const { revisions } = ok(await forum.get(`/posts/${post.id}`))
    const last_revision_id = revisions.items.at(-1).id
    const answer = ok(
      await forum.patch(`/posts/${post.id}`, who, { last_revision_id, content, comment: null }),
    )
    // The next edit is another revision.
    await forum.rows(`UPDATE revision SET time = time - interval '3 minutes' WHERE post_id = $1`, [post.id])
    return answer.revisions.items.at(-1).content.html as string
  }

  it('in a new account’s post are three, over all of its edits; others stay text and notify nobody', async () => {
    const crier = newUser('Crier')
    const [post] = ok(await open(crier, naming(0, 6))).posts.items
    const { html } = post.revisions.last.content
    expect(mentionedIn(html)).toBe(3)
    expect(html).toContain(naming(3, 6))
    expect(await notified(post)).toEqual([0, 1, 2])
    for (let round = 1; round < 4; round++) {
      await edit(crier, post, 'Nobody.')
      expect(await edit(crier, post, naming(6 * round, 6 * round + 6))).toBe(naming(6 * round, 6 * round + 6))
    }
    expect(mentionedIn(await edit(crier, post, naming(1, 5)))).toBe(2)
    expect(await notified(post)).toEqual([0, 1, 2])
  })

  it('that an edit adds are counted with the earlier ones', async () => {
    const adder = newUser('Adder')
    const [post] = ok(await open(adder, naming(0, 1))).posts.items
    expect(mentionedIn(await edit(adder, post, naming(1, 2)))).toBe(1)
    expect(mentionedIn(await edit(adder, post, naming(2, 6)))).toBe(1)
    expect(await notified(post)).toEqual([0, 1, 2])
  })

  it('are ten of another account, any number of a moderator, and previewed as they will be', async () => {
    const settled = oldUser('Settled crier')
    await settle(settled)
    const body = naming(0, 12)
    const preview = await forum.post('/preview', settled, { section: { id: section.id }, body })
    expect(mentionedIn(ok(preview).html)).toBe(10)
    expect(mentionedIn(ok(await open(settled, body)).posts.items[0].revisions.last.content.html)).toBe(10)
    const moderator = await forum.moderator(section)
    expect(mentionedIn(ok(await open(moderator, body)).posts.items[0].revisions.last.content.html)).toBe(12)
  })
})

describe('links', () => {
  const html = (answer: {
    body: { posts: { items: { revisions: { last: { content: { html: string } } } }[] } }
  }) => answer.body.posts.items[0]?.revisions.last.content.html
  const spam =
    'https://spam.example/a [look](https://spam.example/) and [here](https://community.example/help)'
  const asText =
    'https://spam.example/a [look](https://spam.example/) and <a href="https://community.example/help"'

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
    expect(html(await open(newUser('Trickster'), `[x](${url}) ${url}`))).toBe(`[x](${url}) ${url}`)
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
