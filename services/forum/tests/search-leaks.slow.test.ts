import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  administrator,
  client,
  Forum,
  guest,
  newUser,
  ok,
  type User,
  underToken,
  type Who,
} from './helpers/forum.ts'
import { sectionRef } from './helpers/moderation.ts'
import { expectIndexed } from './helpers/search.ts'

/**
 * Whatever happened, and however far the index lags: everything that a search finds is readable through the plain
 * routes now, and its count and snippets reveal nothing else. Once the index has caught up, everything readable is
 * found.
 */

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

interface Post {
  id: string
  lastRevision: string
}

interface Thread {
  id: string
  posts: Post[]
}

interface World {
  sections: { id: string }[]
  members: User[]
  moderator: User
  threads: Thread[]
  /** Every word ever written; each occurs in one text. */
  words: string[]
}

type Operation =
  | { act: 'open'; section: number; member: number }
  | { act: 'reply'; thread: number; member: number }
  | { act: 'edit' | 'hide'; thread: number; post: number }
  | { act: 'rename' | 'delete' | 'restore'; thread: number }
  | { act: 'move'; thread: number; section: number }
  | { act: 'search'; reader: number; word: number; section: number | null }

const one = fc.nat({ max: 7 })
const act = <Act extends Operation['act']>(name: Act) => fc.constant(name)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ act: act('open'), section: one, member: one }) },
  { weight: 4, arbitrary: fc.record({ act: act('reply'), thread: one, member: one }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom('edit' as const, 'hide' as const), thread: one, post: one }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom('rename' as const, 'delete' as const, 'restore' as const),
      thread: one,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: act('move'), thread: one, section: one }) },
  {
    weight: 8,
    arbitrary: fc.record({ act: act('search'), reader: one, word: fc.nat(), section: fc.option(one) }),
  },
)

const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length]

/** A word that nobody has written, and one in every text. */
function newText(world: World): string {
  const word = `word${world.words.length}x`
  world.words.push(word)
  return `common ${word} text`
}

const readersOf = ({ members, moderator }: World): Who[] => [
  guest,
  client,
  ...members,
  moderator,
  underToken(moderator, 'forum:moderate'),
  administrator,
]

async function apply(world: World, operation: Operation): Promise<void> {
  const { moderator: by } = world
  if (operation.act === 'open') {
    const { section, member } = operation
    const title = newText(world)
    const opened = await forum.thread(
      pick(world.sections, section)!,
      pick(world.members, member)!,
      title,
      newText(world),
    )
    const [post] = opened.posts.items
    world.threads.push({ id: opened.id, posts: [{ id: post.id, lastRevision: post.revisions.last.id }] })
    return
  }
  if (operation.act === 'search') {
    const { reader, word, section } = operation
    const q = word % 3 === 0 ? 'common' : pick(world.words, word)
    if (q === undefined) return
    const within = section === null ? undefined : pick(world.sections, section)!.id
    return expectReadable(
      await search(q, pick(readersOf(world), reader)!, within),
      pick(readersOf(world), reader)!,
      q,
      within,
    )
  }
  const thread = pick(world.threads, operation.thread)
  if (!thread) return
  if (operation.act === 'reply') {
    const answer = await forum.post(`/threads/${thread.id}`, pick(world.members, operation.member)!, {
      body: newText(world),
    })
    if (answer.status === 200)
      thread.posts.push({ id: answer.body.id, lastRevision: answer.body.revisions.last.id })
  } else if (operation.act === 'edit' || operation.act === 'hide') {
    const post = pick(thread.posts, operation.post)!
    const content = operation.act === 'edit' ? newText(world) : null
    const patch = { content, last_revision_id: post.lastRevision, comment: null }
    const answer = await forum.patch(`/posts/${post.id}`, by, patch)
    if (answer.status === 200) post.lastRevision = answer.body.revisions.items.at(-1).id
  } else if (operation.act === 'move') {
    const section = sectionRef(pick(world.sections, operation.section)!)
    await forum.post(`/threads/${thread.id}/section`, by, { section })
  } else if (operation.act === 'rename') {
    await forum.patch(`/threads/${thread.id}`, by, { title: newText(world) })
  } else if (operation.act === 'delete') await forum.delete(`/threads/${thread.id}`, by)
  else await forum.post(`/threads/${thread.id}/restore`, by)
}

interface Found {
  count: number
  items: {
    thread: { id: string; title: string }
    section: { id: string }
    post: { id: string } | null
    offset: number
    snippet: string
  }[]
}

async function search(q: string, who: Who, section?: string): Promise<Found> {
  const query = new URLSearchParams({ q, limit: '100', ...(section ? { section } : {}) })
  return ok(await forum.get(`/search?${query}`, who))
}

async function expectReadable(found: Found, who: Who, q: string, section?: string): Promise<void> {
  expect(found.count).toBe(found.items.length)
  for (const { thread, section: within, post, offset, snippet } of found.items) {
    const read = ok(await forum.get(`/threads/${thread.id}?limit=100`, who))
    expect(read).toMatchObject({ title: thread.title, section: { id: within.id } })
    if (section) expect(within.id).toBe(section)
    const shown = read.posts.items[offset]
    const text: string = post === null ? read.title : shown.revisions.last.content.html
    if (post !== null) expect(shown.id).toBe(post.id)
    expect(text.split(' ')).toContain(q)
    expect(snippet.replace(/<\/?mark>/g, '')).toBe(text)
    expect(snippet).toContain(`<mark>${q}</mark>`)
  }
}

/** Everything readable through the plain routes: the words of each text, and their author. */
async function readable(world: World): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const { id } of world.threads) {
    const { status, body } = await forum.get(`/threads/${id}?limit=100`)
    if (status !== 200) continue
    texts.set(body.title, `${id} title`)
    for (const post of body.posts.items)
      if (post.revisions.last.content) texts.set(post.revisions.last.content.html, post.id)
  }
  return new Map([...texts].map(([text, subject]) => [text.split(' ')[1]!, subject]))
}

it('a search finds only what its reader can read now, whatever happened, and all of it once the index has caught up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 30, maxLength: 60 }), async (operations) => {
      const sections = [
        await forum.section({ locale: 'en-US' }),
        await forum.section({ locale: 'fr-FR' }),
        await forum.section(),
      ]
      const moderator = await forum.globalModerator()
      const members = [newUser('Ada'), newUser('Ben')]
      const world: World = { sections, members, moderator, threads: [], words: [] }
      for (const each of operations) await apply(world, each)
      await expectIndexed(forum)
      const texts = await readable(world)
      const readers = readersOf(world)
      for (const [n, word] of world.words.entries()) {
        const reader = pick(readers, n)!
        const found = await search(word, reader)
        await expectReadable(found, reader, word)
        const subjects = found.items.map(({ thread, post }) => post?.id ?? `${thread.id} title`)
        expect(subjects, word).toEqual(texts.has(word) ? [texts.get(word)] : [])
      }
      // The next run has its own.
      for (const { id } of world.threads) await forum.delete(`/threads/${id}`, moderator)
    }),
    { numRuns: 6, endOnFailure: true },
  )
}, 240_000)
