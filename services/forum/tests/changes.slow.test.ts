import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { newId } from '@agora/shared/contracts/ids'
import { unfollowed } from '@agora/testing/followers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allFollowers } from '../src/followers/all.ts'
import type { ChangeKind } from '../src/generated/prisma/enums.ts'
import { administrator, Forum, newUser, ok, type User } from './helpers/forum.ts'
import { sectionRef } from './helpers/moderation.ts'
import { expectIndexed } from './helpers/search.ts'

let forum: Forum
let sections: { id: string }[]
const [author, reader] = [newUser('Author'), newUser('Reader')]
beforeAll(async () => {
  forum = await Forum.start(1)
  await forum.meet(administrator, author, reader)
  sections = [await forum.section(), await forum.section()]
  // Whoever never follows keeps the log.
  await forum.rows(`INSERT INTO follower (name, place) VALUES ('nobody', 0)`)
})
afterAll(() => forum.close())

interface Subject {
  thread: { id: string; posts: { items: { id: string }[] } }
  post: { id: string }
  word: string
}

const edit = async ({ post }: Subject, who: User, body: object) => {
  const { revisions } = ok(await forum.get(`/posts/${post.id}?limit=100`, administrator))
  const last = { last_revision_id: revisions.items.at(-1).id, comment: null }
  return ok(await forum.patch(`/posts/${post.id}`, who, { ...last, ...body }))
}
const found = async (word: string): Promise<number> => ok(await forum.get(`/search?q=${word}`)).count
const mentions = async (): Promise<string[]> =>
  ok(await forum.get('/notifications?limit=100', reader)).items.flatMap(
    ({ kind, post }: { kind: string; post?: { id: string } }) => (kind === 'Mention' ? [post!.id] : []),
  )
const everybody = ['search', 'notifications', 'pictures'] as const

interface Write {
  what: string
  write(subject: Subject): Promise<unknown>
  kinds: ChangeKind[]
  /** How often the subject's word is found afterwards. */
  found: number
  /** Whether the reader is notified of its post. */
  notified?: true
}

let marker = 0
const writes: Write[] = [
  {
    what: 'opening a thread',
    write: async (subject) => {
      const thread = await forum.thread(sections[0]!, author, 'Opened', `@{${reader.id}} ${subject.word}`)
      subject.post = thread.posts.items[0]!
    },
    kinds: ['ThreadOpened'],
    found: 2,
    notified: true,
  },
  {
    what: 'a reply',
    write: async (subject) => {
      subject.post = await forum.reply(subject.thread, author, `@{${reader.id}} ${subject.word}`)
    },
    kinds: ['PostWritten'],
    found: 2,
    notified: true,
  },
  {
    what: 'an edit by the author',
    write: (subject) => edit(subject, author, { content: `@{${reader.id}} ${subject.word} ${subject.word}` }),
    kinds: ['PostEdited'],
    found: 1,
    notified: true,
  },
  {
    what: 'an edit by a moderator',
    write: (subject) => edit(subject, administrator, { content: 'Nothing.', moderation: 'Off topic.' }),
    kinds: ['PostEdited'],
    found: 0,
  },
  {
    what: 'hiding a post',
    write: ({ post }) => forum.hide(post, administrator),
    kinds: ['PostEdited'],
    found: 0,
  },
  {
    what: 'renaming a thread',
    write: async ({ thread, word }) =>
      ok(await forum.patch(`/threads/${thread.id}`, administrator, { title: word })),
    kinds: ['ThreadRenamed'],
    found: 2,
  },
  {
    what: 'pinning a thread',
    write: async ({ thread }) =>
      ok(await forum.patch(`/threads/${thread.id}`, administrator, { is_pinned: true })),
    kinds: ['ThreadMarked'],
    found: 1,
  },
  {
    what: 'moving a thread',
    write: async ({ thread }) =>
      ok(
        await forum.post(`/threads/${thread.id}/section`, administrator, {
          section: sectionRef(sections[1]!),
        }),
      ),
    kinds: ['ThreadMoved'],
    found: 1,
  },
  {
    what: 'deleting a thread',
    write: async ({ thread }) => ok(await forum.delete(`/threads/${thread.id}`, administrator)),
    kinds: ['ThreadDeleted'],
    found: 0,
  },
  {
    what: 'deleting and restoring a thread',
    write: async ({ thread }) => {
      ok(await forum.delete(`/threads/${thread.id}`, administrator))
      ok(await forum.post(`/threads/${thread.id}/restore`, administrator))
    },
    kinds: ['ThreadDeleted', 'ThreadRestored'],
    found: 1,
  },
]

describe('each write records its change, and each follower follows it', () => {
  it.each(writes)('$what', async ({ write, kinds, found: count, notified }) => {
    marker += 1
    const word = `zebra${marker}`
    const thread = await forum.thread(sections[0]!, author, 'Subject', word)
    await expectIndexed(forum)
    const [before] = await forum.rows<{ number: number }>('SELECT max(number) AS number FROM change')
    const subject: Subject = { thread, post: thread.posts.items[0]!, word }
    await write(subject)
    await expectIndexed(forum)
    for (const follower of everybody) await expect.poll(() => forum.rows(unfollowed(follower))).toEqual([])
    const recorded = await forum.rows('SELECT kind FROM change WHERE number > $1 ORDER BY number', [
      before!.number,
    ])
    expect(recorded.map(({ kind }) => kind)).toEqual(kinds)
    expect(await found(word)).toBe(count)
    expect((await mentions()).includes(subject.post.id)).toBe(notified ?? false)
  })
})

it('each kind of change is followed by somebody, unless nothing follows from it', () => {
  const silent = { error: () => {} } as never
  const followed = new Set(allFollowers(silent).flatMap(({ kinds }) => kinds))
  const nothingFollows: ChangeKind[] = ['ThreadMarked']
  const schema = readFileSync(path.join(import.meta.dirname, '../prisma/schema.prisma'), 'utf8')
  const [, body] = /enum ChangeKind \{([^}]*)\}/.exec(schema)!
  const kinds = [...body!.matchAll(/^ {2}(\w+)$/gm)].map(([, kind]) => kind as ChangeKind)
  expect(kinds.filter((kind) => !followed.has(kind))).toEqual(nothingFollows)
})

/** What a file declares at its top level, by name. */
const declarationsOf = (text: string) =>
  [
    ...text.matchAll(
      /^(?:export )?(?:async )?(function|const) (\w+)[\s\S]*?(?=^(?:export |async |function|const|\/\*\*)|$(?![\s\S]))/gm,
    ),
  ].map(([body, kind, name]) => ({
    name: name!,
    body,
    isFunction: kind === 'function' || body.includes('=>'),
  }))

it('what writes threads, posts or texts takes a transaction that has recorded the change, or holds the change', () => {
  const src = path.join(import.meta.dirname, '../src')
  const writing = /(?:INSERT INTO|UPDATE|DELETE FROM) (?:thread|post|revision)\b(?! FROM)/
  const recording =
    /\bRecorded\b|\brecord(?:Changes?|Rewrites)\(|\b(?:insertPostChange|postRowsSql|newPostSql)\(/
  const silent: string[] = []
  let writers = 0
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.startsWith('generated/')) continue
    const declarations = declarationsOf(readFileSync(path.join(src, file), 'utf8'))
    const texts = declarations.filter(({ body, isFunction }) => writing.test(body) && !isFunction)
    for (const { name, body, isFunction } of declarations) {
      const isWriter = writing.test(body) || texts.some((text) => new RegExp(`\\b${text.name}\\b`).test(body))
      if (!isFunction || !isWriter) continue
      writers += 1
      if (!recording.test(body)) silent.push(`${file}: ${name}`)
    }
  }
  expect(silent).toEqual([])
  expect(writers).toBeGreaterThan(10)
})

it('a picture that a change may have brought or taken away is queued once for each post', async () => {
  const thread = await forum.thread(sections[0]!, author)
  const post = await forum.reply(thread, author)
  const shown = `<img src="/api/v1/media/${newId()}/full">`
  await forum.rows('UPDATE revision SET html = $2 WHERE post_id = $1', [post.id, shown])
  const record = (kind: string, postId: string | null, position: number | null) =>
    forum.rows(
      `INSERT INTO new_change (kind, section_id, thread_id, post_id, position, pictures)
       SELECT $1::"ChangeKind", section_id, id, $3::uuid, $4::int, true FROM thread WHERE id = $2`,
      [kind, thread.id, postId, position],
    )
  const queued = () => forum.rows<{ post_id: string }>('SELECT post_id FROM picture_due ORDER BY id')
  await record('PostWritten', post.id, null)
  await record('PostEdited', post.id, 0)
  await record('ThreadImported', null, 1)
  await record('ThreadImported', null, 2)
  await expect.poll(queued).toEqual([post, post, post].map(({ id }) => ({ post_id: id })))
})
