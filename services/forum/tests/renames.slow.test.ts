import { createPool } from '@agora/shared/database/pool'
import { markedName } from '@agora/shared/users/mark'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteRenameSql } from '../src/renaming/sql.ts'
import { Forum, newUser, ok, type User } from './helpers/forum.ts'

let forum: Forum
let section: { id: string }
let numbered = 0
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
})
afterAll(() => forum?.close())

/** A name that nobody else in the file has. */
const named = (name: string) => `${name} ${++numbered}`
/** The member under another name, as their credentials have it from now on. */
async function rename(user: User, displayName: string): Promise<User> {
  const renamed = { ...user, displayName }
  await forum.meet(renamed)
  return renamed
}
const textOf = async (post: { id: string }) => {
  const { revisions } = ok(await forum.get(`/posts/${post.id}`, newUser('Reader')))
  return revisions.items.map(({ content }: { content: { html: string } }) => content.html).join('\n')
}
const sourceOf = async (post: { id: string }, author: User) =>
  ok(await forum.get(`/posts/${post.id}/source`, author)).revisions.items.at(-1).content.marktwin
const reads = (post: { id: string }, text: string) =>
  expect.poll(() => textOf(post), { timeout: 20_000 }).toBe(text)
const mention = ({ id }: User, name: string) =>
  `<span class="mkt-mention" data-user-id="${id}">@${name}</span>`
const quote = (name: string) => `<blockquote class="mkt-quote"><cite>${name}</cite>x</blockquote>`

test('a new name is in what others wrote before: in mentions, quotes, earlier revisions, sources and search', async () => {
  const [old, name] = [named('Ada'), named('Countess')]
  const [member, other] = [newUser(old), newUser(named('Ben'))]
  await forum.meet(member)
  const thread = await forum.thread(section, member)
  const marked = markedName(old, member.id)
  const post = await forum.reply(
    thread,
    other,
    `@{${member.id}} [quote=${old.toUpperCase()}]x[/quote][quote=${marked}]x[/quote]`,
  )
  const last_revision_id = ok(await forum.get(`/posts/${post.id}`, other)).revisions.items[0].id
  ok(
    await forum.patch(`/posts/${post.id}`, other, {
      last_revision_id,
      content: `[quote=${marked}]x[/quote]`,
      comment: null,
    }),
  )
  const renamed = await rename(member, name)
  const marker = markedName(name, member.id)
  await reads(post, [`${mention(member, name)} ${quote(name)}${quote(marker)}`, quote(marker)].join('\n'))
  expect(await sourceOf(post, other)).toBe(`[quote=${marker}]x[/quote]`)
  const search = async () =>
    ok(await forum.get(`/search?q=${encodeURIComponent(`"${name}"`)}`, other)).items.length
  await expect.poll(search).toBe(1)
  await rename(renamed, old)
  await reads(post, [`${mention(member, old)} ${quote(old)}${quote(marked)}`, quote(marked)].join('\n'))
})

test.each([['İrem'], ['ΝΙΚΟΣ'], ['Straße']])(
  '%s is renamed in whatever letters others quote them',
  async (old) => {
    const name = named('Anew')
    const [member, other] = [newUser(old), newUser(named('Ben'))]
    await forum.meet(member)
    const thread = await forum.thread(section, member)
    const post = await forum.reply(
      thread,
      other,
      `[quote=${old}]x[/quote][quote=${old.toLowerCase()}]x[/quote]`,
    )
    await rename(member, name)
    await reads(post, `${quote(name)}${quote(name)}`)
  },
)

test('a quote by a name alone follows only whoever wrote in the thread and had the name to themselves', async () => {
  const shared = named('Twin')
  const [one, two, other] = [newUser(shared), newUser(shared), newUser(named('Ben'))]
  await forum.meet(one, two)
  const ofTwo = await forum.thread(section, two)
  const ofOne = await forum.thread(section, one)
  const text = `@{${one.id}} [quote=${shared}]x[/quote]`
  const posts = [await forum.reply(ofTwo, other, text), await forum.reply(ofOne, other, text)] as const
  const name = named('Single')
  await rename(one, name)
  for (const post of posts) await reads(post, `${mention(one, name)} ${quote(shared)}`)

  const alone = named('Alone')
  const member = newUser(alone)
  await forum.meet(member)
  await forum.thread(section, member)
  const elsewhere = await forum.reply(ofTwo, other, `@{${member.id}} [quote=${alone}]x[/quote]`)
  await rename(member, name)
  await reads(elsewhere, `${mention(member, name)} ${quote(alone)}`)
})

test('nobody takes over quotes of another by having their name for a while', async () => {
  const victim = newUser(named('Victim'))
  const impostor = newUser(named('Impostor'))
  const other = newUser(named('Ben'))
  await forum.meet(victim, impostor)
  const thread = await forum.thread(section, victim)
  await forum.reply(thread, impostor)
  const post = await forum.reply(
    thread,
    other,
    `@{${impostor.id}} [quote=${victim.displayName}]x[/quote][quote=${markedName(victim.displayName, victim.id)}]x[/quote]`,
  )
  const name = named('Somebody')
  await rename(await rename(impostor, victim.displayName), name)
  await reads(
    post,
    `${mention(impostor, name)} ${quote(victim.displayName)}${quote(markedName(victim.displayName, victim.id))}`,
  )
})

test('whatever is written while a member is renamed again and again names them as they are called in the end', async () => {
  const names = Array.from({ length: 6 }, () => named('Ever Anew'))
  let member = newUser(names[0] as string)
  await forum.meet(member)
  const thread = await forum.thread(section, member)
  const posts: { id: string }[] = []
  let isOver = false
  const write = async (author: User) => {
    while (!isOver) posts.push(await forum.reply(thread, author, `@{${member.id}}`))
  }
  const writing = Promise.all([1, 2, 3, 4].map(() => write(newUser(named('Writer')))))
  for (const name of names.slice(1)) {
    const before = posts.length
    await expect.poll(() => posts.length).toBeGreaterThan(before + 4)
    member = await rename(member, name)
  }
  isOver = true
  await writing
  expect(posts.length).toBeGreaterThan(20)
  const still = () =>
    forum.rows("SELECT id FROM revision WHERE strpos(html, $1) > 0 AND html NOT LIKE '%' || $2 || '<%'", [
      `data-user-id="${member.id}"`,
      `@${member.displayName}`,
    ])
  await expect.poll(still, { timeout: 20_000 }).toEqual([])
})

test('a text that was stored late, with the name of before, is found a minute later', async () => {
  const old = named('Late')
  const [member, other] = [newUser(old), newUser(named('Ben'))]
  await forum.meet(member)
  const thread = await forum.thread(section, member)
  const post = await forum.reply(thread, other, `@{${member.id}}`)
  const name = named('Early')
  await rename(member, name)
  await reads(post, mention(member, name))
  const waiting = "SELECT FROM rename WHERE user_id = $1 AND held_until > renamed_at + interval '59 s'"
  await expect.poll(() => forum.rows(waiting, [member.id]), { timeout: 20_000 }).toHaveLength(1)
  await forum.rows('UPDATE revision SET html = $2 WHERE post_id = $1', [post.id, mention(member, old)])
  const soon = "UPDATE rename SET renamed_at = now() - interval '61 s', held_until = now() WHERE user_id = $1"
  await forum.rows(soon, [member.id])
  await reads(post, mention(member, name))
  const due = () => forum.rows('SELECT FROM rename WHERE user_id = $1', [member.id])
  await expect.poll(due, { timeout: 20_000 }).toEqual([])
})

test('a request under a new name does not wait in a circle with the event that brings another one', async () => {
  const member = newUser(named('Iris'))
  await forum.meet(member)
  // Both note the rename in a row that is there already.
  await rename(member, named('Iris'))
  const [requested, told] = [named('Iris'), named('Iris')]
  const pool = createPool({
    url: forum.suite.database.urls.forum,
    schema: 'forum',
    size: 1,
    name: 'event',
    statementTimeoutMs: 0,
  })
  const event = await pool.connect()
  await event.query('BEGIN')
  await event.query(`WITH ${noteRenameSql('$1', '$2')} SELECT`, [member.id, told])
  const request = forum.get('/notifications/count', { ...member, displayName: requested })
  await expect.poll(() => forum.rows('SELECT FROM pg_locks WHERE NOT granted')).not.toEqual([])
  await event.query('UPDATE known_user SET display_name = $2 WHERE id = $1', [member.id, told])
  await event.query('COMMIT')
  ok(await request)
  event.release()
  await pool.end()
})
