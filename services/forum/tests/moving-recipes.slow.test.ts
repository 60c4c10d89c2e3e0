import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok } from './helpers/forum.ts'
import { importLines, movingFolder, SITE } from './helpers/moving.ts'
import { discourse } from './helpers/recipe-discourse.ts'
import { phpbb } from './helpers/recipe-phpbb.ts'
import { runRecipe } from './helpers/recipes.ts'

/** The recipes of docs/moving.md, as they are printed there, on small forums of that software; the result moves in. */

let suite: Suite
const folder = movingFolder()
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
})
afterAll(() => suite?.close())

const read = async (path: string) => ok(await suite.call('GET', `/forum${path}`))

function forumOf(name: string) {
  const imported = (kind: string, id: string | number) => read(`/imported/${name}/${kind}/${id}`)
  const status = async (kind: string, id: string | number) =>
    (await suite.call('GET', `/forum/imported/${name}/${kind}/${id}`)).status
  const source = async (id: number) => {
    const { post } = await imported('post', id)
    const as = await suite.administrator()
    const { revisions } = ok(await suite.call('GET', `/forum/posts/${post.id}/source`, { as }))
    return revisions.items[0].content.marktwin
  }
  const threadsOf = async (id: string) => {
    const { section } = await imported('section', id)
    const { threads } = await read(`/sections/${section.id}`)
    return threads.items.map(({ title }: { title: string }) => title)
  }
  const parentOf = async (id: string) => {
    const { section } = await imported('section', id)
    return (await read(`/sections/${section.id}`)).parent?.id
  }
  const link = async (kind: 'thread' | 'post', id: number) =>
    `${SITE}/${kind}s/${(await imported(kind, id))[kind].id}`
  return { imported, status, source, threadsOf, parentOf, link }
}

const move = async (software: string, tables: string) => {
  const name = software.toLowerCase()
  const lines = await runRecipe(software, suite.database.adminUrl, tables)
  return importLines(suite, folder, `${name}.ndjson`, lines, ['--name', name])
}
const asAdministrator = async (path: string) =>
  ok(await suite.call('GET', `/forum${path}`, { as: await suite.administrator() }))
const readersOf = async (name: string, id: string) => {
  const { section } = await asAdministrator(`/imported/${name}/section/${id}`)
  return (await asAdministrator(`/sections/${section.id}/access`)).readers
}
const loginOf = async (login: string, password: string) =>
  (await suite.call('PUT', '/auth/self', { body: { login, password } })).status

describe('a forum of Discourse', () => {
  const { imported, status, source, threadsOf, parentOf, link } = forumOf('discourse')
  let told: Awaited<ReturnType<typeof move>>
  beforeAll(async () => {
    told = await move('Discourse', discourse)
  })

  it('is taken whole', () => {
    expect(told.status).toBe(0)
    const notes = told.stderr.split('\n').filter((line) => line.startsWith('line '))
    expect(notes).toEqual([expect.stringContaining('section 6 is for no more than what is above it')])
    expect(told.stdout).toContain(
      'taken 1 group, 10 sections, 5 users, 4 threads, 8 posts, 1 role, 1 group_member, 1 ban\n',
    )
  })

  it('has its categories in their tree, and what only some could read for those', async () => {
    expect(await parentOf('4')).toBe((await imported('section', '5')).section.id)
    expect(await parentOf('5')).toBe((await imported('section', '9')).section.id)
    expect(await threadsOf('9.topics')).toEqual(['Two'])
    expect(await threadsOf('5.topics')).toEqual(['Pinned & closed'])
    expect(await threadsOf('4')).toEqual([])
    for (const [kind, id] of [
      ['section', '3'],
      ['section', '6'],
      ['section', '7'],
      ['section', '8'],
      ['thread', 14],
      ['thread', 15],
      ['post', 105],
    ] as const)
      expect([kind, id, await status(kind, id)]).toEqual([kind, id, 404])
    const of = ['3', '3.topics', '6', '7', '8', '9'].map((id) => readersOf('discourse', id))
    expect(await Promise.all(of)).toEqual([
      ...Array(3).fill('Moderators'),
      { groups: ['testers'] },
      'Members',
      'Everyone',
    ])
    const { items } = await asAdministrator('/groups/testers/members')
    expect(items).toMatchObject([{ display_name: { current: { value: 'grace' } } }])
  })

  it('reads as it did, and links to itself', async () => {
    const two = await link('thread', 12)
    expect(await source(101)).toBe(
      `Hello **world** :smile:, see [Two](${two}) and [it](${two}), or [us](https://forum.example/about)`,
    )
    expect(await source(103)).toBe(
      `[ada:](${await link('post', 101)})\n\n[quote]\nHello\n[/quote]\n\n@{${(await imported('user', 1)).user.id}}, yes`,
    )
    const { thread } = await imported('thread', 11)
    const { posts, is_pinned, is_locked } = await read(`/threads/${thread.id}`)
    expect([is_pinned, is_locked, posts.count]).toEqual([true, true, 4])
    expect(posts.items.map(({ ctime }: { ctime: string }) => ctime)).toEqual(
      Array(4).fill('2020-01-03T12:00:00.000Z'),
    )
  })

  it('keeps what Discourse makes of names, films, code, tables and spoilers', async () => {
    expect(await source(111)).toBe(
      '10⁶ @team in [Above](https://forum.example/c/above/9)\n\n' +
        '[video](https://forum.example/uploads/default/original/1X/clip.mp4)\n\n```js\na < b\n```\n\na | b |\n1 | 2 \\|\n\n||he dies||',
    )
  })

  it('gives addresses to those alone who confirmed them', async () => {
    const { user } = await imported('user', 1)
    const as = await suite.administrator()
    const links = ok(await suite.call('GET', `/users/${user.id}/user-links`, { as }))
    expect(links.map((one: { target: { email: string } }) => one.target.email)).toEqual([
      'ada@discourse.example',
      'second@discourse.example',
    ])
    expect(await loginOf('somebody@discourse.example', 'anything')).toBe(401)
  })
})

describe('a forum of phpBB', () => {
  const { imported, status, source, threadsOf, parentOf, link } = forumOf('phpbb')
  let told: Awaited<ReturnType<typeof move>>
  beforeAll(async () => {
    told = await move('phpBB', phpbb)
  })

  it('is taken whole', () => {
    expect(told.stdout).toContain(
      'taken 1 group, 8 sections, 6 users, 4 threads, 6 posts, 1 role, 1 group_member, 1 ban\n',
    )
    expect(told.status).toBe(0)
  })

  it('has its forums in their tree, named as they read (phpbb/phpbb#5685, DistributedProofreaders/dproofreaders#564, mybb/merge-system#132), and what guests could not read for those who could', async () => {
    expect(await parentOf('3')).toBe((await imported('section', '2')).section.id)
    expect((await read(`/sections/${(await imported('section', '2')).section.id}`)).display_name).toBe(
      'Tom & Jerry',
    )
    expect(await threadsOf('2.topics')).toEqual(['Cats <&> "mice"'])
    expect(await threadsOf('3')).toEqual([`Two 😀 'game' &#xD83D; &#65;`])
    expect((await read(`/sections/${(await imported('section', '3')).section.id}`)).display_name).toBe(
      'Below 😀',
    )
    for (const [kind, id] of [
      ['section', '4'],
      ['section', '5'],
      ['section', '6'],
      ['thread', 13],
      ['thread', 14],
      ['thread', 16],
      ['post', 106],
      ['post', 109],
      ['post', 110],
    ] as const)
      expect([kind, id, await status(kind, id)]).toEqual([kind, id, 404])
    expect(await Promise.all(['2', '4', '6', '7', '8'].map((id) => readersOf('phpbb', id)))).toEqual([
      'Everyone',
      'Moderators',
      'Moderators',
      { groups: ['guild_friends'] },
      'Members',
    ])
    const { items } = await asAdministrator('/groups/guild_friends/members')
    expect(items).toMatchObject([{ display_name: { current: { value: 'greta' } } }])
  })

  it('reads as it did, and links to itself', async () => {
    expect(await source(101)).toBe(
      `Hello **world** :) & all\nsecond line, [two](${await link('thread', 12)})\n\`\`\`\nx = 1\ny = 2\n\`\`\``,
    )
    expect(await source(102)).toBe(
      `[quote]\n**[beth](${await link('post', 101)})**\n\nHello\n[/quote]\nYes, [there](${await link('post', 103)})\n\n- one\n- two\n\n[image](https://pictures.example/cat.png)`,
    )
  })

  it('keeps all between two pictures (POPWorldMedia/POPForums#234, discourse/discourse#3392), the numbers of its lists (discourse/discourse#6371), and what was covered', async () => {
    expect(await source(108)).toBe(
      '[image](https://x.example/i.png) and [image](https://x.example/j.png)\n\n1. one\n2. two\n  - nested\n\n~~gone~~\n\nEnding\n||dies||',
    )
  })

  it('keeps the names of guests and of members who were deleted', async () => {
    const { thread } = await imported('thread', 12)
    const { posts } = await read(`/threads/${thread.id}`)
    const authorOf = ({ author }: { author: { user: { display_name: { current: { value: string } } } } }) =>
      author.user.display_name.current.value
    expect(posts.items.map(authorOf)).toEqual(['Gone & gone', 'greta'])
  })

  it('lets its members in by their passwords, with the addresses that they confirmed', async () => {
    expect(await loginOf('beth@phpbb.example', 'U*U')).toBe(200)
    expect(await loginOf('greta', 'test12345')).toBe(200)
    expect(await loginOf('somebody@phpbb.example', 'anything')).toBe(401)
  })
})
