import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Receiver, startReceiver } from './receiver.ts'
import { app, channel, delivery, PATIENT } from './support.ts'

const names = ['everything', 'posts', 'silent', 'members', 'staff', 'unofficial'] as const
let suite: Suite
let administrator: Member
const receivers = {} as Record<(typeof names)[number], Receiver>

beforeAll(async () => {
  for (const name of names) receivers[name] = await startReceiver()
  const listening = (name: keyof typeof receivers, over = {}) => [
    channel('main', { event_stream_callback_uri: receivers[name].url, ...over }),
  ]
  suite = await startSuite({
    services: ['gateway', 'forum', 'apps'],
    replicas: { apps: 2, forum: 2 },
    config: {
      captcha: { enabled: false },
      delivery,
      sections: [
        { key: 'welcome', display_name: 'Welcome' },
        { key: 'other', display_name: 'Other' },
        { key: 'staff', display_name: 'Staff', readers: 'Moderators' },
      ],
      apps: [
        app('everything', {
          channels: listening('everything', {
            is_official: true,
            events: ['moderation.*', 'forum.*', 'identity.*'],
          }),
        }),
        app('posts', {
          sections: ['welcome'],
          channels: listening('posts', {
            events: ['forum.post.*', 'moderation.LockThread', 'identity.*', 'forum.thread.deleted'],
          }),
        }),
        app('staff', {
          sections: ['staff'],
          channels: listening('staff', { is_official: true, events: ['moderation.*', 'forum.*'] }),
        }),
        app('unofficial', {
          sections: ['staff'],
          channels: listening('unofficial', { events: ['moderation.*', 'forum.*'] }),
        }),
        app('silent', { sections: ['welcome'], channels: listening('silent', { events: [] }) }),
        app('members', {
          channels: listening('members', { is_official: true, events: ['identity.user.renamed'] }),
        }),
      ],
    },
  })
  administrator = await suite.administrator()
})
afterAll(async () => {
  await suite?.close()
  for (const receiver of Object.values(receivers)) await receiver.close()
})

const eventsOf = (name: keyof typeof receivers, subject: string) =>
  receivers[name].posts.map(({ event }) => event).filter((event) => event.subject === subject)
const typesOf = (name: keyof typeof receivers, subject: string): string[] =>
  eventsOf(name, subject).map(({ type }) => type)

const act = async (as: Member, method: string, path: string, body?: unknown) => {
  const answer = await suite.call(method, path, { as, ...(body === undefined ? {} : { body }) })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body
}
const openThread = (as: Member, section: string) =>
  act(as, 'POST', `/forum/sections/${section}`, { title: 'A thread', body: 'Hello.' })
async function edit(as: Member, post: string, content: string) {
  const last_revision_id = await lastRevision(as, post)
  return act(as, 'PATCH', `/forum/posts/${post}`, { last_revision_id, content, comment: null })
}
const lastRevision = async (as: Member, post: string): Promise<string> =>
  (await act(as, 'GET', `/forum/posts/${post}`)).revisions.items.at(-1).id

it('tells what happens to threads and posts, in order, as each channel asks for it', async () => {
  const author = await suite.member('ada')
  const thread = await openThread(author, 'welcome')
  const elsewhere = await openThread(author, 'other')
  const subject = `threads/${thread.id}`
  const first = thread.posts.items[0].id
  const reply = (await act(author, 'POST', `/forum/threads/${thread.id}`, { body: 'More.' })).id
  await edit(author, reply, 'More, and better.')
  await act(administrator, 'PATCH', `/forum/threads/${thread.id}`, { is_locked: true })
  await act(administrator, 'DELETE', `/forum/posts/${reply}`, {
    last_revision_id: await lastRevision(administrator, reply),
    comment: 'not fit',
  })
  await edit(administrator, reply, 'Fit.')
  await act(administrator, 'DELETE', `/forum/threads/${thread.id}`)
  await act(administrator, 'POST', `/forum/threads/${thread.id}/restore`)

  const all = [
    'agora.forum.thread.created',
    'agora.forum.post.created',
    'agora.forum.post.edited',
    'agora.moderation.LockThread.v1',
    'agora.moderation.DeletePost.v1',
    'agora.forum.post.hidden',
    'agora.moderation.EditPost.v1',
    'agora.forum.post.shown',
    'agora.moderation.DeleteThread.v1',
    'agora.forum.thread.deleted',
    'agora.moderation.RestoreThread.v1',
    'agora.forum.thread.restored',
  ]
  await expect.poll(() => typesOf('everything', subject), PATIENT).toEqual(all)
  const asked = all.filter((type) => /forum\.post|LockThread|thread\.deleted/.test(type))
  await expect.poll(() => typesOf('posts', subject), PATIENT).toEqual(asked)
  await expect.poll(() => typesOf('everything', `threads/${elsewhere.id}`), PATIENT).toHaveLength(1)

  const [created, replied] = eventsOf('everything', subject)
  const section = { type: 'ForumSection', id: thread.section.id, key: 'welcome' }
  const user = { type: 'User', id: author.id, display_name: { current: { value: author.displayName } } }
  expect(created).toEqual({
    specversion: '1.0',
    id: expect.any(String),
    source: new URL(suite.url).origin,
    type: 'agora.forum.thread.created',
    subject,
    time: thread.ctime,
    datacontenttype: 'application/json',
    sequence: expect.stringMatching(/^\d{16}$/),
    data: {
      section,
      thread: { type: 'ForumThread', id: thread.id, title: 'A thread' },
      post: { type: 'ForumPost', id: first },
      author: user,
    },
  })
  expect(replied.data).toEqual({
    section,
    thread: { type: 'ForumThread', id: thread.id },
    post: { type: 'ForumPost', id: reply },
    author: user,
  })
  expect(eventsOf('everything', subject)[5].data).toEqual({
    section,
    thread: { type: 'ForumThread', id: thread.id },
    post: { type: 'ForumPost', id: reply },
  })
  expect(receivers.posts.posts.map(({ event }) => event.subject)).not.toContain(`threads/${elsewhere.id}`)
  expect(receivers.silent.posts).toEqual([])
  expect(JSON.stringify(receivers.everything.posts)).not.toContain('not fit')
})

it('tells official channels of members, without usernames and reasons', async () => {
  const member = await suite.member('grace')
  const subject = `users/${member.id}`
  await act(member, 'PATCH', `/users/${member.id}`, {
    username: 'for_signing_in',
    current_password: member.password,
  })
  await act(member, 'PATCH', `/users/${member.id}`, { display_name: 'Renamed' })
  await act(administrator, 'PUT', `/users/${member.id}/ban`, { reason: 'a private reason', expires_at: null })
  await act(administrator, 'DELETE', `/users/${member.id}/ban`)
  await act(administrator, 'DELETE', `/users/${member.id}`)
  const all = ['created', 'renamed', 'banned', 'unbanned', 'erased'].map(
    (what) => `agora.identity.user.${what}`,
  )
  // What was still to be told when the account was erased is not told any more.
  await expect.poll(() => typesOf('everything', subject).at(-1), PATIENT).toBe(all.at(-1))
  const told = [...new Set(typesOf('everything', subject))]
  expect(told).toEqual(all.filter((type) => told.includes(type)))
  expect(eventsOf('everything', subject).at(-1).data).toEqual({ user: { type: 'User', id: member.id } })
  const text = JSON.stringify(receivers.everything.posts.map(({ event }) => event))
  for (const secret of ['for_signing_in', 'a private reason']) expect(text).not.toContain(secret)
  const others = receivers.posts.posts.map(({ event }) => event.type)
  expect(others.filter((type) => type.includes('identity'))).toEqual([])
  const kinds = new Set(receivers.members.posts.map(({ event }) => event.type))
  expect([...kinds].every((type) => type === 'agora.identity.user.renamed')).toBe(true)
})

it('tells each of these things while the account is there', async () => {
  const member = await suite.member('lin')
  const subject = `users/${member.id}`
  const told = (types: string[]) =>
    expect
      .poll(() => typesOf('everything', subject), PATIENT)
      .toEqual(types.map((what) => `agora.identity.user.${what}`))
  await told(['created'])
  await act(member, 'PATCH', `/users/${member.id}`, { display_name: 'Linnea' })
  await told(['created', 'renamed'])
  expect(eventsOf('everything', subject)[1].data).toEqual({
    user: { type: 'User', id: member.id, display_name: { current: { value: 'Linnea' } } },
  })
  await act(administrator, 'PUT', `/users/${member.id}/ban`, { reason: 'why', expires_at: null })
  await told(['created', 'renamed', 'banned'])
  expect(eventsOf('everything', subject)[2].data).toMatchObject({ expires_at: null })
  await act(administrator, 'DELETE', `/users/${member.id}/ban`)
  await told(['created', 'renamed', 'banned', 'unbanned'])
  await expect.poll(() => typesOf('members', subject), PATIENT).toEqual(['agora.identity.user.renamed'])
})

async function connectToApps(): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: suite.database.urls.apps,
    options: '-c search_path=apps',
  })
  await client.connect()
  return client
}

it('names nobody who is erased at the very moment', async () => {
  const member = await suite.member('mayfly', { displayName: 'Mayfly for a Day' })
  const thread = await openThread(member, 'welcome')
  const told = () => typesOf('everything', `threads/${thread.id}`)
  await expect.poll(told, PATIENT).toHaveLength(1)
  const [holding, looking] = await Promise.all([connectToApps(), connectToApps()])
  await holding.query('BEGIN')
  await holding.query('SELECT FROM channel_sequence FOR UPDATE')
  const { now } = (await looking.query('SELECT now()')).rows[0]
  /** Whether some process is, or was last, at a statement that begins so. */
  const isAt = async (statement: string, where: string): Promise<boolean> => {
    const text = `SELECT FROM pg_stat_activity WHERE query ~ $1 AND query_start > $2 AND ${where}`
    return (await looking.query(text, [`^\\s*${statement}`, now])).rowCount !== 0
  }
  await act(member, 'POST', `/forum/threads/${thread.id}`, { body: 'Soon gone.' })
  const waits = `wait_event_type = 'Lock'`
  await expect.poll(() => isAt('INSERT INTO channel_sequence', waits), PATIENT).toBe(true)
  await act(administrator, 'DELETE', `/users/${member.id}`)
  // The erasure waits for what is being written, and then finds it.
  await expect.poll(() => isAt('INSERT INTO known_user', waits), PATIENT).toBe(true)
  await holding.query('COMMIT')
  await expect.poll(told, PATIENT).toHaveLength(2)
  const named = () => looking.query(`SELECT FROM delivery WHERE body LIKE '%Mayfly for a Day%'`)
  await expect.poll(async () => (await named()).rowCount, PATIENT).toBe(0)
  await Promise.all([holding.end(), looking.end()])
})

it('tells of a thread that was moved before its answers from there', async () => {
  const author = await suite.member('wanderer')
  const busy = await openThread(author, 'welcome')
  const thread = await openThread(author, 'welcome')
  const told = () => typesOf('everything', `threads/${thread.id}`)
  await expect.poll(told, PATIENT).toHaveLength(1)
  await suite.nats?.stop()
  // All wait for one batch: those of the old section in one line, the answer from the new one beside it.
  const locks = Array.from({ length: 10 }, (_, index) => ({ is_locked: index % 2 === 0 }))
  for (const lock of locks) await act(administrator, 'PATCH', `/forum/threads/${busy.id}`, lock)
  await act(administrator, 'POST', `/forum/threads/${thread.id}/section`, {
    section: { type: 'ForumSection', key: 'other' },
  })
  await act(author, 'POST', `/forum/threads/${thread.id}`, { body: 'Here now.' })
  await suite.nats?.restart()
  await expect
    .poll(told, { timeout: 60_000 })
    .toEqual(['agora.forum.thread.created', 'agora.moderation.MoveThread.v1', 'agora.forum.post.created'])
})

it('tells no title of a thread that was deleted meanwhile', async () => {
  const author = await suite.member('regretful')
  const title = 'Says "too much", \\ and: ,"title":"x"'
  receivers.everything.behave((_post, response) => response.writeHead(503).end())
  const thread = await act(author, 'POST', '/forum/sections/welcome', { title, body: 'Hello.' })
  const subject = `threads/${thread.id}`
  await expect.poll(() => typesOf('everything', subject), PATIENT).not.toEqual([])
  expect(eventsOf('everything', subject)[0].data.thread.title).toBe(title)
  await act(administrator, 'DELETE', `/forum/threads/${thread.id}`)
  const looking = await connectToApps()
  const pending = () =>
    looking.query(`SELECT body FROM delivery WHERE subject = $1 AND status = 'Pending'`, [subject])
  await expect.poll(async () => (await pending()).rowCount, PATIENT).toBe(3)
  await looking.end()
  const attempts = eventsOf('everything', subject).length
  receivers.everything.take()
  const taken = () => eventsOf('everything', subject).slice(attempts)
  await expect.poll(() => taken().length, PATIENT).toBe(3)
  const [created] = taken()
  expect([created.type, created.data.thread]).toEqual([
    'agora.forum.thread.created',
    { type: 'ForumThread', id: thread.id },
  ])
  expect(JSON.stringify(taken())).not.toContain('too much')
})

it('tells of a section that not everybody may read only official channels that are tied to it', async () => {
  const author = await suite.member('insider')
  const moved = await openThread(author, 'welcome')
  const [secret, subject] = [await openThread(administrator, 'staff'), `threads/${moved.id}`]
  await act(administrator, 'POST', `/forum/threads/${secret.id}`, { body: 'Between us.' })
  await act(administrator, 'PATCH', `/forum/threads/${secret.id}`, { is_locked: true })
  const move = (key: string) =>
    act(administrator, 'POST', `/forum/threads/${moved.id}/section`, {
      section: { type: 'ForumSection', key },
    })
  await move('staff')
  await act(administrator, 'PATCH', `/forum/threads/${moved.id}`, { title: 'Not for all' })
  await move('welcome')
  await act(author, 'POST', `/forum/threads/${moved.id}`, { body: 'Back.' })
  const inside = ['agora.forum.thread.created', 'agora.forum.post.created', 'agora.moderation.LockThread.v1']
  await expect.poll(() => typesOf('staff', `threads/${secret.id}`), PATIENT).toEqual(inside)
  // To who reads but the open section, the thread went and came back.
  const outside = ['thread.created', 'thread.deleted', 'thread.restored', 'post.created']
  await expect
    .poll(() => typesOf('everything', subject), PATIENT)
    .toEqual(outside.map((kind) => `agora.forum.${kind}`))
  expect(typesOf('staff', subject)).toContain('agora.moderation.MoveThread.v1')
  expect(typesOf('staff', subject)).toContain('agora.moderation.RenameThread.v1')
  for (const name of ['everything', 'posts', 'unofficial'] as const) {
    expect({ name, told: eventsOf(name, `threads/${secret.id}`) }).toEqual({ name, told: [] })
    expect({ name, told: JSON.stringify(eventsOf(name, subject)).includes('Not for all') }).toEqual({
      name,
      told: false,
    })
  }
})

it('numbers what a channel gets without a gap', async () => {
  for (const name of ['everything', 'posts', 'members'] as const) {
    const numbers = () =>
      [...new Set(receivers[name].posts.map(({ event }) => Number(event.sequence)))].sort((a, b) => a - b)
    const wanted = () => Array.from({ length: numbers().length }, (_, index) => index + 1)
    await expect.poll(() => numbers().join(), PATIENT).toBe(wanted().join())
    expect(numbers().length).toBeGreaterThan(0)
  }
})
