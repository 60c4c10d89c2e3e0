import { hash } from 'node:crypto'
import { basic, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createEternaltwin,
  ETERNALTWIN_SECRET,
  eternaltwinSchemas,
} from '../../../tests/support/eternaltwin.ts'
import { CLIENT_SECRET, fillEternaltwin, PASSWORD } from '../../../tests/support/eternaltwin-rows.ts'
import { ok } from './helpers/forum.ts'
import { type Moved, move, movingFolder } from './helpers/moving.ts'

/** An Eternaltwin that moves in: on tables like its own, and on those that its own scripts make, where they are at hand. */

const games = {
  game_a: { servers: ['dinoparc.com', 'en.dinoparc.com', 'sp.dinoparc.com'] },
  game_b: { servers: ['hammerfest.fr', 'hfest.net', 'hammerfest.es'] },
}

/** The id of the nth of a kind. */
const idOf = (kind: string, n: number) =>
  hash('md5', `${kind} ${n}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const folder = movingFolder()
describe.each(eternaltwinSchemas)('an Eternaltwin on %s', (name, scripts) => {
  const isHere = scripts !== ''
  let suite: Suite
  let source: Awaited<ReturnType<typeof createEternaltwin>>
  let moved: Moved
  const words = () => [
    '--from',
    'eternaltwin',
    '--source',
    source.url,
    '--report',
    folder.path(`${name} report`),
  ]
  const run = (key = ETERNALTWIN_SECRET) =>
    move('import', suite, words(), { env: { ETERNALTWIN_SECRET: key } })
  beforeAll(async () => {
    if (!isHere) return
    suite = await startSuite({ services: ['gateway', 'forum'], config: { games } })
    source = await createEternaltwin(scripts)
    await fillEternaltwin(source.client, { accounts: 30, posts: 300 })
    moved = await run()
  })
  afterAll(async () => {
    await suite?.close()
    await source?.drop()
  })
  const read = async (path: string, as = {}) => ok(await suite.call('GET', path, as))
  const test = it.skipIf(!isHere)

  test('is taken whole, and what has no counterpart is named', () => {
    expect(moved.stderr).toContain('line 403: blocks that its author could not write are text')
    expect(moved.stdout).toContain(
      'taken 4 sections, 30 users, 6 threads, 300 posts, 33 edits, 5 roles, 3 display_names, 300 game_links, 2 oauth_clients\n',
    )
    expect(moved.stdout).toContain('3 accounts had no username: they are member_ with the end of their id')
    expect(moved.status).toBe(0)
  })

  test('members sign in with their old passwords and addresses', async () => {
    const signIn = async (login: string, password = PASSWORD) =>
      (await suite.call('PUT', '/auth/self', { body: { login, password } })).body.user?.id
    expect(await signIn('member_7')).toBe(idOf('user', 7))
    expect(await signIn('member5@old.example')).toBe(idOf('user', 5))
    expect(await signIn(`member_${idOf('user', 20).slice(-12)}`)).toBe(idOf('user', 20))
    expect(await signIn('member_8', 'another password')).toBeUndefined()
  })

  test('the forum has its threads, posts, revisions and sources, under the same ids', async () => {
    const thread = await read(`/forum/threads/${idOf('thread', 1)}?limit=100`)
    expect(thread).toMatchObject({ title: 'Thread 1', is_pinned: true, is_locked: false })
    expect(thread.section).toMatchObject({ key: 'old_2', locale: 'fr-FR' })
    expect(thread.posts.items.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 50 }, (_, index) => idOf('post', index + 1)),
    )
    expect((await read(`/forum/threads/${idOf('thread', 2)}`)).is_locked).toBe(true)
    const as = await suite.administrator()
    const edited = await read(`/forum/posts/${idOf('post', 10)}`)
    expect(edited.revisions.items.map(({ content }: { content: { html: string } }) => content.html)).toEqual([
      '<strong>Post</strong> 10, <em>read</em> <a href="https://game.example/10" rel="nofollow ugc noopener">https://game.example/10</a>',
      'Edited: <del>post</del> 10',
    ])
    const hidden = await read(`/forum/posts/${idOf('post', 100)}`)
    expect(hidden.revisions.last ?? hidden.revisions.items.at(-1)).toMatchObject({
      author: { type: 'RoleForumActor' },
      content: null,
      moderation: 'Off topic',
    })
    const source = await read(`/forum/posts/${idOf('post', 10)}/source`, { as })
    expect(source.revisions.items.at(-1).content.marktwin).toBe('Edited: ~~post~~ 10')
  })

  test('an announcement is one where an administrator wrote it, and text elsewhere', async () => {
    const first = async (n: number) => {
      const { posts } = await read(`/forum/threads/${idOf('thread', n)}?limit=1`)
      return posts.items[0].revisions.last.content.html
    }
    expect(await first(1)).toBe('<div class="mkt-admin"><strong>Hear</strong></div>')
    expect(await first(2)).toBe('[admin]<strong>Hear</strong>[/admin]')
  })

  test('roles are held as they were', async () => {
    const { role_grants } = await read('/forum/sections/old_1')
    expect(role_grants).toMatchObject([{ role: 'Moderator', user: { id: idOf('user', 2) } }])
    const body = { login: 'member_1', password: PASSWORD }
    const { headers } = await suite.call('PUT', '/auth/self', { body })
    const cookie = String(headers.get('set-cookie')).split(';')[0]!
    const { self } = await read('/forum/sections/old_1', { as: { headers: { cookie } } })
    expect(self.roles).toEqual(['Administrator'])
  })

  test('links with game accounts keep their times and their ends', async () => {
    const { links } = await read(`/users/${idOf('user', 7)}`)
    expect(links.game_a['en.dinoparc.com']).toMatchObject({
      current: { user: { id: '7' }, link: { time: '2021-02-10T12:00:00.000Z' } },
      old: [
        { user: { id: '37' }, unlink: { time: '2021-01-31T12:00:00.000Z', user: { id: idOf('user', 1) } } },
      ],
    })
    expect(links.game_b['hfest.net'].current.user.id).toBe('7')
    expect(links.game_c.current.user.id).toBe('7')
  })

  test('an application goes on with its id and its secret', async () => {
    expect(await read('/auth/self', basic('game@clients', CLIENT_SECRET))).toMatchObject({
      client: { id: idOf('client', 1), display_name: 'Game' },
    })
    const tool = `client_${idOf('client', 2).slice(-12)}@clients`
    expect(await read('/auth/self', basic(tool, CLIENT_SECRET))).toMatchObject({
      client: { id: idOf('client', 2), display_name: 'Tool' },
    })
  })

  test('a second run takes what is new, and nothing else', async () => {
    const { client } = source
    await client.query(
      `INSERT INTO forum_posts VALUES ('${idOf('post', 9001)}', '2021-09-01Z', '${idOf('thread', 3)}')`,
    )
    await client.query(
      `INSERT INTO forum_post_revisions (forum_post_revision_id, time, body, _html_body, forum_post_id, author_id)
       VALUES ('${idOf('revision', 9001)}', '2021-09-01Z', 'New', 'New', '${idOf('post', 9001)}', '${idOf('user', 4)}'),
         ('${idOf('edit', 9001)}', '2021-09-02Z', 'Newer', 'Newer', '${idOf('post', 1)}', '${idOf('user', 1)}')`,
    )
    await client.query(
      `UPDATE twinoid_user_links SET period = period(lower(period), '2021-09-01Z'), unlinked_by = user_id
       WHERE twinoid_user_id = '9'`,
    )
    await client.query(
      `INSERT INTO email_addresses (email_address, _hash, created_at)
       VALUES (pgp_sym_encrypt('earlier15@old.example', $1::text), digest('earlier15@old.example', 'sha256'), '2021-01-01Z')`,
      [ETERNALTWIN_SECRET],
    )
    await client.query(`UPDATE users_history SET period = period('2021-02-01Z', NULL) WHERE user_id = $1`, [
      idOf('user', 15),
    ])
    await client.query(
      `INSERT INTO users_history (user_id, period, updated_by, display_name, username, email, password)
       SELECT user_id, period('2021-01-15Z', '2021-02-01Z'), updated_by, display_name, 'earlier_15',
         digest('earlier15@old.example', 'sha256'), password
       FROM users_history WHERE user_id = $1`,
      [idOf('user', 15)],
    )
    const again = await run()
    expect(again.stdout).toContain('taken 1 post, 1 edit, 1 game_link\n')
    expect(again.stdout).toContain('1 earlier usernames of accounts were not taken')
    expect(again.stdout).toContain('1 earlier addresses of accounts were not taken')
    expect((await read(`/users/${idOf('user', 9)}`)).links.game_c.current).toBeNull()
    expect((await run()).stdout).toContain('taken nothing\n')
  })

  test('another key is refused before anything is read', async () => {
    const refused = await run('another key')
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('does not open the encrypted columns'),
    })
  })
})

it('a database of something else is refused by what it lacks', async () => {
  const suite = await startSuite({ services: ['gateway', 'forum'] })
  const words = ['--from', 'eternaltwin', '--source', suite.database.adminUrl]
  const refused = await move('import', suite, words, { env: { ETERNALTWIN_SECRET } })
  expect(refused).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('it has no users, users_history'),
  })
  const without = await move('import', suite, words)
  expect(without).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('ETERNALTWIN_SECRET is not set'),
  })
  await suite.close()
})
