import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, Forum, newUser, ok, type User } from './helpers/forum.ts'
import { expectInvariants } from './helpers/invariants.ts'

/** Any sequence of operations leaves every page and counter as in a naive model of the forum. */

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

interface Post {
  id: string
  ctime: string
  author: User
  lastRevision: string
  revisions: number
  html: string | null
}

interface Thread {
  id: string
  section: number
  title: string
  isPinned: boolean
  isLocked: boolean
  isDeleted: boolean
  posts: Post[]
}

interface Model {
  sections: { id: string }[]
  members: User[]
  threads: Thread[]
  /** By member: the newest post shown in each thread, and everything below the floor. */
  read: Map<User, Set<Post>>
}

type Operation =
  | { act: 'open'; section: number; member: number; announces: boolean }
  | { act: 'reply' | 'read'; thread: number; member: number; post: number }
  | { act: 'pin' | 'lock'; thread: number; value: boolean }
  | { act: 'move'; thread: number; section: number }
  | { act: 'delete' | 'restore'; thread: number }
  | { act: 'edit'; thread: number; post: number; announces: boolean }
  | { act: 'hide'; thread: number; post: number }
  | { act: 'floor'; member: number }

const MEMBERS = 2
const small = fc.nat({ max: 5 })
const member = fc.nat({ max: MEMBERS - 1 })
const section = fc.nat({ max: 1 })
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('open' as const), section, member, announces: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constantFrom('reply', 'read'), thread: small, member, post: small }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('pin', 'lock'), thread: small, value: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('move' as const), thread: small, section }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('delete', 'restore'), thread: small }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('edit' as const),
      thread: small,
      post: small,
      announces: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('hide' as const), thread: small, post: small }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('floor' as const), member }) },
)

const pick = <Item>(items: Item[], index: number): Item | undefined =>
  items[index % Math.max(items.length, 1)]

function bodyOf(announces: boolean) {
  const source = announces ? '[admin]Hear[/admin]' : 'Text'
  return { source, html: announces ? '<div class="mkt-admin">Hear</div>' : 'Text' }
}

function newPost(
  answer: { id: string; ctime: string; revisions: { last: { id: string } } },
  author: User,
  html: string,
) {
  return {
    id: answer.id,
    ctime: answer.ctime,
    author,
    lastRevision: answer.revisions.last.id,
    revisions: 1,
    html,
  }
}

/** Executes an operation in the forum and in the model, which must agree on its success. */
async function apply(model: Model, operation: Operation): Promise<void> {
  const thread = 'thread' in operation ? pick(model.threads, operation.thread) : undefined
  if ('thread' in operation && !thread) return
  const post = thread && 'post' in operation ? pick(thread.posts, operation.post) : undefined
  const path = `/threads/${thread?.id}`
  const live = thread !== undefined && !thread.isDeleted
  const agree = (status: number, expected: boolean) => {
    expect(status === 200, JSON.stringify(operation)).toBe(expected)
    return expected
  }

  switch (operation.act) {
    case 'open': {
      // Announcements are the administrator's; the model's members write plain text.
      const author = operation.announces ? administrator : model.members[operation.member]!
      const { source, html } = bodyOf(operation.announces)
      const title = `Thread ${model.threads.length}`
      const opened = await forum.thread(model.sections[operation.section]!, author, title, source)
      const state = { isPinned: false, isLocked: false, isDeleted: false }
      const posts = [newPost(opened.posts.items[0], author, html)]
      model.threads.push({ id: opened.id, section: operation.section, title, ...state, posts })
      return
    }
    case 'reply': {
      const author = model.members[operation.member]!
      const answer = await forum.post(path, author, { body: 'Text' })
      if (agree(answer.status, live && !thread!.isLocked))
        thread!.posts.push(newPost(answer.body, author, 'Text'))
      return
    }
    case 'read': {
      const reader = model.members[operation.member]!
      const answer = await forum.post(`${path}/read`, reader, { up_to_post: post!.id })
      if (!agree(answer.status, live)) return
      for (const shown of thread!.posts.slice(0, thread!.posts.indexOf(post!) + 1))
        model.read.get(reader)!.add(shown)
      expect(answer.body).toEqual({ is_unread: isUnread(model, thread!, reader) })
      return
    }
    case 'pin':
    case 'lock': {
      const field = operation.act === 'pin' ? 'is_pinned' : 'is_locked'
      const answer = await forum.patch(path, administrator, { [field]: operation.value })
      if (!agree(answer.status, live)) return
      thread![operation.act === 'pin' ? 'isPinned' : 'isLocked'] = operation.value
      return
    }
    case 'move': {
      const to = { type: 'ForumSection', id: model.sections[operation.section]!.id }
      const answer = await forum.post(`${path}/section`, administrator, { section: to })
      if (agree(answer.status, live)) thread!.section = operation.section
      return
    }
    case 'delete': {
      if (agree((await forum.delete(path, administrator)).status, live)) thread!.isDeleted = true
      return
    }
    case 'restore': {
      if (agree((await forum.post(`${path}/restore`, administrator)).status, !live)) thread!.isDeleted = false
      return
    }
    case 'edit':
    case 'hide': {
      const guard = { last_revision_id: post!.lastRevision, comment: null }
      const edited = operation.act === 'edit' ? bodyOf(operation.announces) : undefined
      const answer = edited
        ? await forum.patch(`/posts/${post!.id}`, administrator, { ...guard, content: edited.source })
        : await forum.delete(`/posts/${post!.id}`, administrator, guard)
      if (!agree(answer.status, live)) return
      post!.lastRevision = answer.body.revisions.items.at(-1).id
      post!.revisions += 1
      post!.html = edited?.html ?? null
      return
    }
    case 'floor': {
      const reader = model.members[operation.member]!
      ok(await forum.post('/read_floor', reader, {}))
      for (const { posts } of model.threads) for (const shown of posts) model.read.get(reader)!.add(shown)
    }
  }
}

function isUnread(model: Model, thread: Thread, reader: User): boolean {
  const read = model.read.get(reader)!
  return thread.posts.some((post) => post.author !== reader && !read.has(post))
}

function expectedPage(model: Model, section: number, reader: User) {
  const key = ({ isPinned, posts, id }: Thread) => `${Number(isPinned)} ${posts.at(-1)!.ctime} ${id}`
  return model.threads
    .filter((thread) => thread.section === section && !thread.isDeleted)
    .sort((a, b) => (key(a) < key(b) ? 1 : -1))
    .map((thread) => ({
      title: thread.title,
      is_pinned: thread.isPinned,
      is_locked: thread.isLocked,
      posts: { count: thread.posts.length },
      last_post: { id: thread.posts.at(-1)!.id, author: { user: { id: thread.posts.at(-1)!.author.id } } },
      has_admin_announcement: thread.posts.some(({ html }) => html?.includes('mkt-admin')),
      self: { is_unread: isUnread(model, thread, reader) },
    }))
}

/** Every section as every member sees it, and the thread that was operated on. */
async function compare(model: Model, touched: Thread | undefined): Promise<void> {
  for (const reader of model.members) {
    const sections = await forum.sections(reader)
    for (const [index, { id }] of model.sections.entries()) {
      const expected = expectedPage(model, index, reader)
      const unread = expected.filter(({ self }) => self.is_unread).length
      const page = ok(await forum.get(`/sections/${id}`, reader))
      expect(page).toMatchObject({
        threads: { count: expected.length, items: expected },
        self: { unread_threads: unread },
      })
      const listed = sections.find((item: { id: string }) => item.id === id)
      expect(listed).toMatchObject({ threads: { count: expected.length }, self: { unread_threads: unread } })
      const middle = ok(await forum.get(`/sections/${id}?offset=1&limit=2`, reader)).threads.items
      expect(middle).toMatchObject(expected.slice(1, 3))
    }
  }
  if (!touched || touched.isDeleted) return
  const { posts } = ok(await forum.get(`/threads/${touched.id}?limit=100`))
  expect(posts).toMatchObject({
    count: touched.posts.length,
    items: touched.posts.map(({ id, author, revisions, lastRevision, html }) => ({
      id,
      author: { user: { id: author.id } },
      revisions: { count: revisions, last: { id: lastRevision, content: html === null ? null : { html } } },
    })),
  })
}

it('any sequence of operations leaves pages, counters and read marks as a naive model has them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
      const members = Array.from({ length: MEMBERS }, (_, index) => newUser(`Member ${index}`))
      const model: Model = {
        sections: [await forum.section(), await forum.section()],
        members,
        threads: [],
        read: new Map(members.map((user) => [user, new Set<Post>()])),
      }
      for (const each of operations) {
        await apply(model, each)
        await compare(model, 'thread' in each ? pick(model.threads, each.thread) : undefined)
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
  await expectInvariants(forum)
}, 240_000)
