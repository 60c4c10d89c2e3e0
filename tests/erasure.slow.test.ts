import { newId } from '@agora/shared/contracts/ids'
import { basic, type Member } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErasureWorld, ok } from './support/erasure-world.ts'

let world: ErasureWorld
beforeAll(async () => {
  world = await ErasureWorld.start()
})
afterAll(() => world?.close())

const DELETED = { current: { value: 'Deleted member' } }
const erase = (member: { id: string }, as: Member, body?: unknown) =>
  world.call('DELETE', `/users/${member.id}`, as, body)
const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body]
const refused = (status: number, error: string) => [status, { error }]

describe('who may erase an account', () => {
  test('its member with the password, an administrator without, nobody else, whatever they name', async () => {
    const [member, other] = [await world.suite.member('kept'), await world.suite.member('curious')]
    const refusals: [as: Member | undefined, id: string, body: unknown, expected: unknown[]][] = [
      [undefined, member.id, {}, refused(401, 'authentication required')],
      [other, member.id, { current_password: other.password }, refused(403, 'forbidden')],
      [other, newId(), { current_password: other.password }, refused(403, 'forbidden')],
      [other, 'nobody', {}, refused(403, 'forbidden')],
      [member, member.id, {}, refused(422, 'invalid `current_password`: is required')],
      [member, member.id, undefined, refused(422, 'invalid `current_password`: is required')],
      [member, member.id, { current_password: 'a guess' }, refused(403, 'invalid current password')],
      [world.administrator, newId(), undefined, refused(404, 'user not found')],
      [world.administrator, 'nobody', undefined, refused(404, 'user not found')],
    ]
    for (const [as, id, body, expected] of refusals)
      expect([as?.username, id, body, outcome(await world.call('DELETE', `/users/${id}`, as, body))]).toEqual(
        [as?.username, id, body, expected],
      )
    for (const current_password of [[member.password], { $ne: null }, 7, null, 'x'.repeat(2_000)])
      expect((await erase(member, member, { current_password })).status).toBe(422)
    expect((await world.call('GET', `/users/${member.id}`)).status).toBe(200)
    expect(outcome(await erase(member, world.administrator))).toEqual([200, {}])
    expect(outcome(await erase(member, world.administrator))).toEqual(refused(404, 'user not found'))
  })

  test('nobody erases the configured administrator', async () => {
    const { administrator } = world
    for (const body of [undefined, { current_password: world.suite.secrets.administratorPassword }])
      expect(outcome(await erase(administrator, administrator, body))).toEqual(
        refused(409, 'account is in the configuration'),
      )
    expect((await world.call('GET', `/users/${administrator.id}`)).status).toBe(200)
  })

  test('of twenty at once exactly one succeeds', async () => {
    const member = await world.suite.member('at_once')
    const by = (index: number) =>
      index % 2 === 0
        ? erase(member, member, { current_password: member.password })
        : erase(member, world.administrator)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => by(index)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 404]).toContain(status)
  })
})

test('an account that is erased is gone at once, and its username stays taken for thirty days', async () => {
  const member = await world.suite.member('brief_name', { displayName: 'Brief Name' })
  const { username, password } = member
  const login = () => world.call('PUT', '/auth/self', undefined, { login: username, password })
  const answer = await erase(member, member, { current_password: password })
  expect(outcome(answer)).toEqual([200, {}])
  expect(answer.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await world.call('GET', '/auth/self', member)).body.type).toBe('Guest')
  for (const name of [username, member.id]) {
    const as = { ...member, ...basic(name, password) }
    expect((await world.call('GET', `/users/${member.id}/sessions`, as)).status).toBe(401)
  }
  expect(outcome(await login())).toEqual(refused(401, 'invalid login or password'))
  expect((await world.call('GET', `/users/${member.id}`)).status).toBe(404)
  expect(ok(await world.call('GET', '/users?name=brief', world.friend)).count).toBe(0)

  const again = { username, display_name: 'Somebody else', password: 'another password' }
  const taken = refused(409, 'username already in use')
  expect(outcome(await world.call('POST', '/users', undefined, again))).toEqual(taken)
  const rename = { username, current_password: world.friend.password }
  expect(outcome(await world.call('PATCH', `/users/${world.friend.id}`, world.friend, rename))).toEqual(taken)
})

test('nobody can take the name of those who are gone', async () => {
  const account = { username: 'in_disguise', display_name: 'Deleted  Member', password: 'a long password' }
  expect((await world.call('POST', '/users', undefined, account)).status).toBe(422)
})

test('an account is erased however often its display name was changed', async () => {
  const member = await world.suite.member('many_names', { displayName: 'Many Names' })
  const body = `[quote=many names]x[/quote] [quote=A Friend]${'x'.repeat(60_000)}[/quote]`
  const quoting = ok(
    await world.call('POST', '/forum/sections/welcome', world.friend, { title: 'Quoting', body }),
  )
  const client = new pg.Client({ connectionString: world.suite.database.adminUrl })
  await client.connect()
  try {
    await client.query(
      `INSERT INTO forum.former_name (user_id, name) SELECT $1, 'Name number ' || n FROM generate_series(1, 50000) AS n`,
      [member.id],
    )
  } finally {
    await client.end()
  }
  ok(await erase(member, world.administrator))
  const source = async () =>
    JSON.stringify(ok(await world.call('GET', `/forum/threads/${quoting.id}`, world.friend)))
  await expect.poll(source, { timeout: 30_000, interval: 500 }).toContain('<cite>Deleted member</cite>')
  expect(await source()).toContain('<cite>A Friend</cite>')
})

test('a profile that is written while its account is erased leaves nothing', async () => {
  const member = await world.suite.member('torn')
  const write = (tagline: string) => world.call('PATCH', '/forum/self/profile', member, { tagline })
  ok(await write('Torn 0'))
  const writing = Promise.all(Array.from({ length: 40 }, (_, at) => write(`Torn ${at + 1}`)))
  ok(await erase(member, member, { current_password: member.password }))
  for (const { status } of await writing) expect([200, 401]).toContain(status)
  const forum = new pg.Client({
    connectionString: world.suite.database.urls.forum,
    options: '-c search_path=forum',
  })
  await forum.connect()
  try {
    const left = async () =>
      (await forum.query('SELECT FROM profile WHERE user_id = $1', [member.id])).rowCount
    await expect.poll(left, { timeout: 30_000 }).toBe(0)
  } finally {
    await forum.end()
  }
})

describe('a member whom every service knows', () => {
  let gone: Awaited<ReturnType<ErasureWorld['member']>>
  beforeAll(async () => {
    gone = await world.member('Evelyn')
  })

  test('leaves no name, address, link or password in any table, stream, queue or log within a minute', async () => {
    const { password: _, ...stored } = gone.traces
    expect(await world.found(gone)).toEqual(Object.keys(stored))
    ok(await erase(gone, gone, { current_password: gone.password }))
    await expect.poll(() => world.found(gone), { timeout: 55_000, interval: 2_000 }).toEqual([])
  })

  test('leaves what they wrote, by nobody, also where others mention or quote them', async () => {
    const { friend } = world
    const { posts } = ok(await world.call('GET', `/forum/threads/${gone.thread}`, friend))
    const [first, second, third, fourth] = posts.items
    for (const { author } of [first, second])
      expect(author.user).toEqual({ type: 'User', id: gone.id, display_name: DELETED })
    expect(first.revisions.last.content.html).toContain('About granite.')
    const cited = '<cite>Deleted member</cite>'
    for (const { revisions } of [third, fourth]) {
      const { count, last } = revisions
      expect([count, last.author.user.id]).toEqual([1, friend.id])
      expect(last.content.html).toContain(cited)
      expect(last.content.html).toContain(`data-user-id="${gone.id}">@Deleted member</span>`)
    }
    const { about } = ok(await world.call('GET', `/forum/users/${friend.id}/profile`, friend))
    expect(about.html).toBe(
      `<span class="mkt-mention" data-user-id="${gone.id}">@Deleted member</span> knows me.`,
    )
    const source = ok(await world.call('GET', `/forum/posts/${third.id}/source`, friend))
    expect(JSON.stringify(source)).toContain(`@{${gone.id}}: [quote=Deleted member]granite[/quote] basalt`)
    const found = ok(await world.call('GET', '/forum/search?q=basalt', friend))
    expect(found.count).toBe(1)
  })

  test('is shown as nobody wherever ids stay, and found nowhere', async () => {
    const { administrator } = world
    const log = ok(await world.call('GET', '/forum/moderation_log', administrator))
    const about = log.items.filter(
      (entry: { target_user: { id: string } | null }) => entry.target_user?.id === gone.id,
    )
    expect(about.length).toBeGreaterThanOrEqual(2)
    for (const { target_user } of about) expect(target_user.display_name).toEqual(DELETED)
    const bans = ok(await world.call('GET', '/bans', administrator))
    expect(bans.items[0]).toMatchObject({ user: { id: gone.id, display_name: DELETED }, reason: '' })
    for (const path of [
      `/users/${gone.id}`,
      `/users/${gone.id}/user-links`,
      `/forum/users/${gone.id}`,
      `/forum/users/${gone.id}/posts`,
      `/forum/users/${gone.id}/profile`,
      `/forum/users/${gone.id}/history`,
      `/forum/sanctions?user=${gone.id}`,
      `/forum/search?q=granite&author=${gone.id}`,
    ])
      expect([path, (await world.call('GET', path, administrator)).status]).toEqual([path, 404])
    const circle = async () =>
      ok(await world.call('GET', '/forum/groups/circle/members', administrator)).items.map(
        ({ id }: { id: string }) => id,
      )
    await expect.poll(circle, { timeout: 20_000 }).not.toContain(gone.id)
    const user = { type: 'User', id: gone.id }
    const grant = await world.call('POST', '/forum/sections/welcome/role_grants', administrator, user)
    expect(grant.status).toBe(422)
    const { items } = ok(await world.call('GET', '/apps'))
    expect(items[0].owners).toEqual([])
    const owners = await world.call('PATCH', `/apps/${items[0].id}`, administrator, { owners: [user] })
    expect(outcome(owners)).toEqual(refused(422, 'unknown owner'))
  })
})
