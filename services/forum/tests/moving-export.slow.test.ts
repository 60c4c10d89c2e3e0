import { chmodSync, readFileSync, statSync } from 'node:fs'
import { kinds } from '@agora/moving/format/lines'
import { basic, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ok } from './helpers/forum.ts'
import { importLines, move, movingFolder } from './helpers/moving.ts'
import { smallForum } from './helpers/small-forum.ts'

/** What was written here and what was imported goes out, and into an empty instance. */

const SERVER = 'fr.game-a.example'

const application = (name: string) => ({
  key: `${name}@clients`,
  display_name: 'Dragons',
  app_uri: 'https://dragons.example/',
})
const CONFIGURED = {
  ...application('configured'),
  public: true,
  callback_uri: 'https://dragons.example/back',
}
const SECRET = 'a secret of dragons'

let first: Suite
let second: Suite
const folder = movingFolder()
beforeAll(async () => {
  first = await startSuite({ services: ['gateway', 'forum'], config: { clients: [CONFIGURED] } })
  second = await startSuite({ services: ['gateway', 'forum'] })
  expect((await importLines(first, folder, 'old.ndjson', smallForum, ['--name', 'old'])).status).toBe(0)
  await live(first)
})
afterAll(async () => {
  await first?.close()
  await second?.close()
})

/** What members and moderators do: each kind of it once. */
async function live(suite: Suite): Promise<void> {
  const administrator = await suite.administrator()
  const [author, other] = [await suite.member('author'), await suite.member('other')]
  const call = async (method: string, path: string, as = administrator, body?: object) =>
    ok(await suite.call(method, `/forum${path}`, { as, ...(body ? { body } : {}) }))
  const thread = await call('POST', '/sections/off_topic', author, {
    title: 'A title',
    body: `Hi @{${other.id.toUpperCase()}} and @{${administrator.id}}`,
  })
  await call('POST', `/threads/${thread.id}`, administrator, { body: '[admin]\nBe kind :smile:\n[/admin]' })
  const reply = await call('POST', `/threads/${thread.id}`, other, { body: 'First' })
  const last_revision_id = reply.revisions.last.id
  const edited = await call('PATCH', `/posts/${reply.id}`, other, {
    last_revision_id,
    content: 'Second',
    comment: 'a slip',
  })
  const revision = edited.revisions.items.at(-1).id
  await call('DELETE', `/posts/${reply.id}`, administrator, { last_revision_id: revision, comment: 'Rude' })
  const gone = await call('POST', '/sections/off_topic', other, { title: 'Gone', body: 'Gone' })
  await call('DELETE', `/threads/${gone.id}`)
  await call('PATCH', `/threads/${thread.id}`, administrator, { is_pinned: true, is_locked: true })
  const user = { type: 'User', id: author.id }
  await call('POST', '/role_grants', administrator, { user, role: 'GlobalModerator' })
  const mute = { user: { type: 'User', id: other.id }, kind: 'Mute', reason: 'Rude', internal_note: 'again' }
  const { id } = await call('POST', '/sanctions', administrator, mute)
  await call('DELETE', `/sanctions/${id}`)
  await call('PUT', '/groups/table', administrator, { display_name: 'Table' })
  await call('PUT', `/groups/table/members/${author.id}`)
  const closed = { display_name: 'Closed', readers: { groups: ['table'] }, writers: 'Moderators' }
  await call('PUT', '/sections/closed', administrator, closed)
  await call('POST', '/sections/closed', administrator, { title: 'Among us', body: 'Hush' })
  const ban = `/users/${other.id}/ban`
  ok(await suite.call('PUT', ban, { as: administrator, body: { reason: 'Very rude' } }))
  ok(await suite.call('DELETE', ban, { as: administrator }))
  const of = (path: string) => `/users/${author.id}${path}`
  ok(await suite.call('PATCH', of(''), { as: author, body: { display_name: 'Author Anew' } }))
  ok(await suite.call('PUT', of('/links/game_c'), { as: administrator, body: { id: '38' } }))
  ok(await suite.call('DELETE', of('/links/game_c'), { as: author }))
  ok(await suite.call('PUT', of(`/links/game_a/${SERVER}`), { as: administrator, body: { id: '7' } }))
  const register = async (body: object) =>
    ok(
      await suite.call('POST', '/oauth_clients', {
        headers: { 'Svc-Internal-Auth': suite.secrets.internalKey },
        body,
      }),
    )
  const callback_uris = ['https://dragons.example/back', 'https://dragons.example/other']
  const secret = Buffer.from(SECRET).toString('hex')
  await register({ ...application('dragons'), callback_uris, pkce: 'optional', secret })
  await register({ ...application('lizards'), callback_uri: 'org.lizards.game:/back', public: true })
}

const exported = async (suite: Suite, name: string) => {
  const moved = await move('export', suite, [folder.path(name)])
  expect(moved).toMatchObject({ status: 0, stdout: '' })
  return readFileSync(folder.path(name), 'utf8')
}

it('an export, imported into an empty instance and exported, has the same bytes', async () => {
  const before = await exported(first, 'first.ndjson')
  const moved = await move('import', second, ['--from', 'ndjson', folder.path('first.ndjson')])
  expect(moved.stderr).not.toContain('not known')
  expect(moved.status).toBe(0)
  expect(await exported(second, 'second.ndjson')).toBe(before)
  expect(before.split('\n').length).toBeGreaterThan(40)
  const types = new Set(
    before
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type),
  )
  expect(Object.keys(kinds).filter((type) => !types.has(type))).toEqual([])
  expect(before).toContain('"time_zone":"Europe/Paris"')
})

it('an application goes on with its secret, and those of the configuration are left to it', async () => {
  const { body } = await second.call('GET', '/auth/self', basic('dragons@clients', SECRET))
  expect(body).toMatchObject({ type: 'OauthClient', client: { key: 'dragons@clients' } })
  const as = await second.administrator()
  expect(ok(await second.call('GET', '/oauth_clients/lizards@clients', { as }))).toMatchObject({
    is_public: true,
    callback_uris: ['org.lizards.game:/back'],
    pkce: 'required',
    allowed_scopes: { base: true, forum_read: false },
  })
  expect(readFileSync(folder.path('first.ndjson'), 'utf8')).not.toContain(CONFIGURED.key)
})

it('importing it again, there or where it came from, changes nothing', async () => {
  for (const suite of [first, second]) {
    const before = await exported(suite, 'before.ndjson')
    const moved = await move('import', suite, ['--from', 'ndjson', folder.path('first.ndjson')])
    expect(moved.stdout).toMatch(/Here already: .*posts/)
    expect(await exported(suite, 'after.ndjson')).toBe(before)
  }
})

it('members can sign in at the new instance, and its administrator stays the same', async () => {
  const body = { login: 'author', password: 'author has a password' }
  expect((await second.call('PUT', '/auth/self', { body })).status).toBe(200)
  expect((await second.administrator()).id).not.toBe((await first.administrator()).id)
  const foreign = { login: 'administrator', password: first.secrets.administratorPassword }
  expect((await second.call('PUT', '/auth/self', { body: foreign })).status).toBe(401)
})

it('nobody is notified of what was imported', async () => {
  const { headers } = ok2(
    await second.call('PUT', '/auth/self', { body: { login: 'author', password: 'author has a password' } }),
  )
  const as = { headers: { cookie: headers.get('set-cookie')!.split(';')[0]! } }
  expect(ok(await second.call('GET', '/notifications/count', { as }))).toEqual({ unread: 0 })
})

const ok2 = <Answered extends { status: number }>(answer: Answered): Answered => {
  expect(answer.status).toBe(200)
  return answer
}

it('the file is readable by its owner only, also one that existed before', async () => {
  expect(statSync(folder.path('first.ndjson')).mode & 0o077).toBe(0)
  const existing = folder.write('existing.ndjson', ['x'])
  chmodSync(existing, 0o644)
  expect((await move('export', second, [existing])).status).toBe(0)
  expect(statSync(existing).mode & 0o077).toBe(0)
})
