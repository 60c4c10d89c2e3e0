import { createPool } from '@agora/shared/database/pool'
import { readExportPage } from '@agora/shared/exports/parts'
import { basic, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportParts } from '../src/exports/store.ts'
import { ok, refused } from './helpers/forum.ts'
import { importLines, type Moved, movingFolder, SITE } from './helpers/moving.ts'
import { day, smallForum } from './helpers/small-forum.ts'

/** A small forum that moves in, beside the running instance. */

let suite: Suite
let moved: Moved
const folder = movingFolder()
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
  moved = await importLines(suite, folder, 'small.ndjson', smallForum, ['--name', 'old'])
})
afterAll(() => suite?.close())

const read = async (path: string) => ok(await suite.call('GET', `/forum${path}`))
const imported = (kind: string, id: string) => read(`/imported/old/${kind}/${id}`)
const self = async (login: string, password: string) => {
  const answer = await suite.call('PUT', '/auth/self', { body: { login, password } })
  return answer.status === 200 ? answer.body.user.display_name.current.value : answer.status
}

describe('a forum that was imported', () => {
  it('is imported completely, and every adjustment is reported', () => {
    expect(moved.stdout).toContain(
      'taken 2 sections, 4 users, 2 threads, 4 posts, 1 edit, 1 role, 1 sanction, 1 ban\n',
    )
    expect(moved.stdout).toContain('Images that became links to their old addresses: 1')
    expect(moved.stdout).toContain('Votes counted as reactions: 3\nVotes added to their posts as text: 1\n')
    expect(moved.stderr).toContain('line 4: user 10 signs in as ada_lovelace, not as Ada Lovelace')
    expect(moved.stderr).toContain('line 6: user 12 signs in as ada_lovelace_2, not as Ada-Lovelace')
    expect(moved.stderr).toContain('line 6: user 12 has no password any more')
    expect(moved.status).toBe(0)
  })

  it('has its sections, threads and posts with their dates and authors', async () => {
    const section = await read('/sections/general')
    expect(section.parent).toMatchObject({ key: 'old_times' })
    expect(section.threads).toMatchObject({
      count: 2,
      items: [
        { title: 'Hello', is_pinned: true, posts: { count: 3 }, last_post: { ctime: day(3) } },
        { title: 'Locked', is_locked: true, posts: { count: 1 } },
      ],
    })
    const thread = await read(`/threads/${section.threads.items[0].id}`)
    const posts = thread.posts.items.map(({ ctime, author }: { ctime: string; author: never }) => [
      ctime,
      author,
    ])
    const by = (value: string) => ({ type: 'UserForumActor', user: { display_name: { current: { value } } } })
    expect(posts).toMatchObject([
      [day(1), by('Ada Lovelace')],
      [day(2), by('Grace')],
      [day(3), by('Somebody once')],
    ])
  })

  it('counts votes for a post as reactions that nobody gave, beside those that members give', async () => {
    const { post } = await imported('post', '3')
    const { thread } = await imported('thread', '5')
    const counts = async () => (await read(`/threads/${thread.id}/reactions`)).posts
    expect(await counts()).toEqual([{ post: post.id, reactions: [{ key: 'heart', count: 3, mine: false }] }])
    expect(await read(`/posts/${post.id}/reactions/heart`)).toMatchObject({ count: 0, items: [] })
    const { revisions } = await read(`/posts/${post.id}`)
    expect(revisions.items[0].content.html).toContain('<em>Votes: 1 against</em>')
    const as = await suite.member('voter')
    const path = `/forum/posts/${post.id}/reactions/heart`
    expect(ok(await suite.call('PUT', path, { as })).reactions).toMatchObject([{ count: 4, mine: true }])
    expect(await read(`/posts/${post.id}/reactions/heart`)).toMatchObject({
      count: 1,
      items: [{ id: as.id }],
    })
    expect(ok(await suite.call('DELETE', path, { as })).reactions).toMatchObject([{ count: 3, mine: false }])
  })

  it('counts what members wrote', async () => {
    const { user } = await imported('user', '11')
    expect(await read(`/users/${user.id}`)).toMatchObject({ threads: { count: 1 }, posts: { count: 2 } })
    const { items } = await read(`/users/${user.id}/posts`)
    expect(items.map(({ ctime }: { ctime: string }) => ctime)).toEqual([day(4), day(2)])
  })

  it('gives who edited somebody else’s post what they wrote', async () => {
    const { user } = await imported('user', '10')
    const pool = createPool({ url: suite.database.urls.forum, schema: 'forum', size: 1, name: 'export' })
    const { lines } = await readExportPage(pool, exportParts, { user: user.id, cursor: null })
    await pool.end()
    expect(lines).toContainEqual(
      expect.objectContaining({ source: expect.stringContaining('really'), position: 1, is_own: true }),
    )
    expect(lines).not.toContainEqual(expect.objectContaining({ source: expect.stringContaining('Yes') }))
  })

  it('links to its own posts, those that came later too, and mentions its members', async () => {
    const [first, second, last] = await Promise.all(['1', '2', '4'].map((id) => imported('post', id)))
    const html = async ({ post }: { post: { id: string } }, revision = 0) =>
      (await read(`/posts/${post.id}`)).revisions.items[revision].content.html
    expect(await html(first)).toContain(`<a href="${SITE}/posts/${second.post.id}"`)
    expect(await html(first)).toContain(`<a href="${SITE}/posts/${last.post.id}"`)
    const { user } = await imported('user', '10')
    expect(await html(second)).toContain(
      `data-user-id="${user.id}">@Ada Lovelace</span> said in <a href="${SITE}`,
    )
    expect(await html(second, 1)).toBe('No, *really*')
  })

  it('keeps members’ bans, sanctions and roles', async () => {
    const { user: banned } = await imported('user', '12')
    const administrator = await suite.administrator()
    const { items } = ok(await suite.call('GET', '/bans', { as: administrator }))
    expect(items).toMatchObject([{ reason: 'Spam', created_at: day(9), user: { id: banned.id } }])
    const { user: grace } = await imported('user', '11')
    expect((await read('/sections/general')).role_grants).toMatchObject([{ user: { id: grace.id } }])
    const sanctions = ok(await suite.call('GET', '/forum/sanctions', { as: administrator }))
    expect(sanctions).toMatchObject({ count: 1, items: [{ kind: 'Warning', reason: 'Mind your tone' }] })
  })

  it('is searched', async () => {
    await expect
      .poll(async () => (await read('/search?q=para')).count, { timeout: 20_000 })
      .toBeGreaterThan(0)
  })
})

it('gives nobody the username of an erased account', async () => {
  const gone = await suite.member('gone')
  ok(await suite.call('DELETE', `/users/${gone.id}`, { as: gone, body: { current_password: gone.password } }))
  const heir = { type: 'user', id: '30', username: 'gone', created_at: day(1) }
  const { status, stderr } = await importLines(suite, folder, 'heir.ndjson', [smallForum[0]!, heir])
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining('line 2: user 30 signs in as gone_2, not as gone'),
  ])
})

describe('passwords from elsewhere', () => {
  it('sign in, and are rehashed when they do', async () => {
    const hashes = async () => {
      const { rows } = await query(
        `SELECT password_hash AS hash FROM gateway.account WHERE username IN ('grace', 'ada_lovelace') ORDER BY username`,
      )
      return rows.map(({ hash }) => hash.slice(0, 4))
    }
    expect(await hashes()).toEqual(['$2a$', '$P$9'])
    expect(await self('grace', 'test12346')).toBe(401)
    expect(await self('ada_lovelace', 'u*u')).toBe(401)
    expect(await self('grace', 'test12345')).toBe('Grace')
    expect(await self('ada@old.example', 'U*U')).toBe('Ada Lovelace')
    expect(await hashes()).toEqual(['$arg', '$arg'])
    expect(await self('grace', 'test12345')).toBe('Grace')
    expect(await self('grace', 'test12346')).toBe(401)
    expect(await self('ada_lovelace_2', 'plain!')).toBe(401)
  })

  it('work for HTTP Basic, too', async () => {
    const as = basic('nodebb', 'a nodebb password')
    const lines = [
      smallForum[0]!,
      { type: 'user', id: '20', username: 'nodebb', created_at: day(1), password_hash: SHA_WRAPPED },
    ]
    expect((await importLines(suite, folder, 'nodebb.ndjson', lines)).status).toBe(0)
    refused(
      await suite.call('GET', '/notifications/count', { as: basic('nodebb', 'another') }),
      401,
      'invalid credentials',
    )
    ok(await suite.call('GET', '/notifications/count', { as }))
  })
})

const SHA_WRAPPED = 'sha512:$2b$04$MpDoYxxGyW1B2aCjSBEdh.xy5Fshp7hxzQoBnGw1eFktHCHKRL4M.'

async function query(text: string) {
  const client = new pg.Client({ connectionString: suite.database.adminUrl })
  await client.connect()
  try {
    return await client.query<{ hash: string }>(text)
  } finally {
    await client.end()
  }
}

it('has all votes as text where there are no reactions', async () => {
  const without = await startSuite({ services: ['gateway', 'forum'], config: { forum: { reactions: [] } } })
  try {
    const { stdout } = await importLines(without, folder, 'votes.ndjson', smallForum, ['--name', 'old'])
    expect(stdout).toContain('Votes added to their posts as text: 4\n')
    expect(stdout).not.toContain('counted as reactions')
    const { post } = ok(await without.call('GET', '/forum/imported/old/post/3'))
    const { revisions } = ok(await without.call('GET', `/forum/posts/${post.id}`))
    expect(revisions.items[0].content.html).toContain('<em>Votes: 3 for, 1 against</em>')
  } finally {
    await without.close()
  }
})
