import type { ServiceName } from '@agora/shared/contracts/services'
import type { Answer } from '@agora/testing/client'
import { bearer } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, guest, newUser, ok, refused, type User, underToken } from './helpers/forum.ts'
import { short } from './helpers/moderation.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum?.close())

const call = (method: string, path: string, body?: object) =>
  forum.call(method, `/groups/${path}`, administrator, body ? { body } : {})
const membersOf = (key: string, who: Parameters<Forum['get']>[1] = administrator, query = '') =>
  forum.get(`/groups/${key}/members${query}`, who)

let groups = 0
async function made(...members: User[]): Promise<{ key: string; id: string }> {
  groups += 1
  const group = ok(await call('PUT', `group_${groups}`, { display_name: `Group ${groups}` }))
  for (const member of members) ok(await call('PUT', `${group.key}/members/${member.id}`))
  return group
}
async function met(): Promise<User> {
  const member = newUser('Ada')
  await forum.meet(member)
  return member
}

describe('a group', () => {
  it('is made, renamed and counted, and lists who is in it as they came, once each', async () => {
    const [one, two, three] = [await met(), await met(), await met()]
    const { key, id } = await made(one, two, two, three)
    const group = { type: 'ForumGroup', id, key, display_name: 'Renamed', members: { count: 3 } }
    expect(ok(await call('PUT', key, { display_name: 'Renamed' }))).toEqual(group)
    expect(ok(await membersOf(key)).items).toEqual([one, two, three].map(short))
    expect(ok(await membersOf(key, administrator, '?offset=1&limit=1'))).toEqual({
      count: 3,
      offset: 1,
      limit: 1,
      items: [short(two)],
    })
    for (let time = 0; time < 2; time++)
      expect(ok(await call('DELETE', `${key}/members/${two.id}`))).toMatchObject({ members: { count: 2 } })
    expect(ok(await membersOf(key)).items).toEqual([one, three].map(short))
  })

  it('is told of to who is in it and to administrators, and at once no more to who was', async () => {
    const [insider, outsider] = [await met(), await met()]
    const { key } = await made(insider)
    const listed = async (who: User) =>
      ok(await forum.get('/groups', who)).items.map((group: { key: string }) => group.key)
    expect(await listed(insider)).toEqual([key])
    expect(await listed(outsider)).toEqual([])
    expect(await listed(administrator)).toContain(key)
    ok(await membersOf(key, insider))
    ok(await membersOf(key, underToken(insider, 'forum:read')))
    for (const scope of ['base', 'forum:write'] as const)
      refused(await membersOf(key, underToken(insider, scope)), 403, 'forbidden')
    refused(await membersOf(key, outsider), 404, 'group not found')
    refused(await membersOf(key, guest), 401, 'authentication required')
    ok(await call('DELETE', `${key}/members/${insider.id}`))
    refused(await membersOf(key, insider), 404, 'group not found')
    expect(await listed(insider)).toEqual([])
  })

  it('tells an administrator under a token no more than another member', async () => {
    const { key } = await made(await met())
    refused(await membersOf(key, underToken(administrator, 'forum:read')), 404, 'group not found')
  })

  it('is empty when it is made again', async () => {
    const member = await met()
    const { key, id } = await made(member)
    ok(await call('DELETE', key))
    refused(await call('DELETE', key), 404, 'group not found')
    refused(await call('PUT', `${key}/members/${member.id}`), 404, 'group not found')
    const again = ok(await call('PUT', key, { display_name: 'Again' }))
    expect(again.members.count).toBe(0)
    expect(again.id).not.toBe(id)
    refused(await membersOf(key, member), 404, 'group not found')
  })

  it('is one, with each member once, when twenty make and fill it at once', async () => {
    const member = await met()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('PUT', 'raced', { display_name: 'Raced' })),
    )
    expect(new Set(answers.map((answer) => ok(answer).id)).size).toBe(1)
    await Promise.all(Array.from({ length: 20 }, () => call('PUT', `raced/members/${member.id}`)))
    expect(ok(await membersOf('raced'))).toMatchObject({ count: 1, items: [short(member)] })
  })

  it.each(['Exact', 'EXACT', 'e\u0301xact', 'ｅxact', 'exact '])(
    'is not meant by the key %j',
    async (key) => {
      ok(await call('PUT', 'exact', { display_name: 'Exact' }))
      const path = encodeURIComponent(key)
      refused(await membersOf(path), 404, 'group not found')
      refused(await call('PUT', path, { display_name: 'Other' }), 404, 'group not found')
      refused(await call('DELETE', path), 404, 'group not found')
    },
  )

  it.each([{}, { display_name: '' }, { display_name: 'x'.repeat(129) }, { display_name: null }])(
    'takes no name such as %j',
    async (body) => {
      expect((await call('PUT', 'named', body)).status).toBe(422)
    },
  )
})

const internal = (path: string, body: object, by: ServiceName) =>
  forum.suite.call('POST', `${forum.suite.urls.forum[0]}/internal/${path}`, {
    as: bearer(forum.suite.secrets.serviceKeys[by]),
    body,
  })

it('is in the export of who is in it, by its id alone', async () => {
  const [member, other] = [await met(), await met()]
  const { id } = await made(other, member)
  const lines: unknown[] = []
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page: Answer['body'] = ok(await internal('exports', { user: member.id, cursor }, 'mail-jobs'))
    if (page.file === 'groups') lines.push(...page.lines)
    cursor = page.next ?? undefined
  }
  expect(lines).toEqual([{ group_id: id, time: expect.any(String) }])
})
