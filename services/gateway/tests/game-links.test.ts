import { sharedSite } from '@agora/testing/shared-suite'
import { basic, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let suite: Suite
let administrator: Member
beforeAll(async () => {
  suite = await sharedSite()
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const nobody = '00000000-0000-7000-8000-000000000000'
const server = 'en.game-a.example'
const link = (user: string, place: string, id: unknown, replica = 0) =>
  suite.call('PUT', `${suite.urls.gateway[replica]}/api/v1/users/${user}/links/${place}`, {
    as: administrator,
    body: { id },
  })
const unlink = (user: string, place: string, as: { headers: Record<string, string> } = administrator) =>
  suite.call('DELETE', `/users/${user}/links/${place}`, { as })
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const short = (member: Member) => ({
  type: 'User',
  id: member.id,
  display_name: { current: { value: member.displayName } },
})

describe('a link to a game account', () => {
  test.each([
    ['game_a', `game_a/${server}`, { type: 'GameAUser', server }],
    ['game_b', 'game_b/fr.game-b.example', { type: 'GameBUser', server: 'fr.game-b.example' }],
    ['game_c', 'game_c', { type: 'GameCUser' }],
  ])('of %s is made, shown, ended and kept in the history', async (game, place, account) => {
    const member = await suite.member(`player_${game}`)
    const act = { time: timestamp, user: short(administrator) }
    const first = { link: act, unlink: null, user: { ...account, id: '1001' } }
    const made = await link(member.id, place, '1001')
    expect([made.status, made.body]).toEqual([200, { current: first, old: [] }])
    expect((await link(member.id, place, '1001')).body).toEqual(made.body)

    const shown = (await suite.call('GET', `/users/${member.id}`)).body.links
    expect(game === 'game_c' ? shown.game_c : shown[game][place.split('/')[1] ?? '']).toEqual(made.body)

    const ended = await unlink(member.id, place, member)
    const old = { ...first, unlink: { time: timestamp, user: short(member) } }
    expect([ended.status, ended.body]).toEqual([200, { current: null, old: [old] }])
    const again = await link(member.id, place, '1002')
    expect(again.body).toEqual({ current: { ...first, user: { ...account, id: '1002' } }, old: [old] })
    await unlink(member.id, place)
    const twice = (await suite.call('GET', `/users/${member.id}`)).body.links
    const slot = game === 'game_c' ? twice.game_c : twice[game][place.split('/')[1] ?? '']
    expect(slot.current).toBeNull()
    expect(slot.old.map((item: { user: { id: string } }) => item.user.id)).toEqual(['1001', '1002'])
  })

  test('is unique in both directions on a server, and free again once it is ended', async () => {
    const [one, two] = [await suite.member('only_one'), await suite.member('only_two')]
    const taken = [409, { error: 'account is already linked' }]
    expect((await link(one.id, `game_a/${server}`, '7')).status).toBe(200)
    const other = await link(one.id, `game_a/${server}`, '8')
    expect([other.status, other.body]).toEqual(taken)
    const foreign = await link(two.id, `game_a/${server}`, '7')
    expect([foreign.status, foreign.body]).toEqual(taken)
    expect((await link(two.id, 'game_a/fr.game-a.example', '7')).status).toBe(200)
    expect((await link(two.id, 'game_b/en.game-b.example', '7')).status).toBe(200)
    await unlink(one.id, `game_a/${server}`)
    expect((await link(two.id, `game_a/${server}`, '7')).status).toBe(200)
  })

  test('goes to exactly one of ten members who are linked to one game account at once', async () => {
    const members = await Promise.all(
      Array.from({ length: 10 }, (_, index) => suite.member(`crowd_${index}`)),
    )
    const answers = await Promise.all(members.map(({ id }, index) => link(id, 'game_c', '4242', index % 2)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  test('goes to exactly one of ten game accounts linked to one member at once, and repeating it is harmless', async () => {
    const member = await suite.member('collector')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => link(member.id, 'game_c', String(9000 + index), index % 2)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const kept = answers.find(({ status }) => status === 200)?.body.current.user.id
    const repeated = await Promise.all(
      Array.from({ length: 6 }, (_, index) => link(member.id, 'game_c', kept, index % 2)),
    )
    for (const { status, body } of repeated) expect([status, body.old]).toEqual([200, []])
    const ended = await Promise.all(Array.from({ length: 6 }, () => unlink(member.id, 'game_c')))
    expect(ended.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
  })

  test('that does not exist cannot be ended', async () => {
    const member = await suite.member('unlinked')
    for (const place of [`game_a/${server}`, 'game_c']) {
      const answer = await unlink(member.id, place, member)
      expect([answer.status, answer.body]).toEqual([404, { error: 'not found' }])
    }
  })

  test.each([
    'game_a/elsewhere.example',
    'game_b/en.game-a.example',
    'game_a/__proto__',
    'game_d/x',
    'game_a',
    'game_c/x',
  ])('at %s is not found', async (place) => {
    const answer = await link(administrator.id, place, '1')
    expect([answer.status, answer.body]).toEqual([404, { error: 'not found' }])
    expect((await unlink(administrator.id, place)).body).toEqual({ error: 'not found' })
  })

  test.each([[12], ['x'], ['-1'], ['1.5'], [''], ['1'.repeat(21)], [['1']], [null], ['1\n'], ['１']])(
    'to the account %j is refused',
    async (id) => {
      const answer = await link(administrator.id, 'game_c', id)
      expect(answer.status).toBe(422)
      expect(answer.body.error).toContain('`id`')
    },
  )

  test('takes any decimal id, archived or not', async () => {
    const member = await suite.member('decimal')
    for (const id of ['0', '9'.repeat(20)]) {
      expect((await link(member.id, 'game_c', id)).body.current.user.id).toBe(id)
      await unlink(member.id, 'game_c')
    }
  })

  test('is made by administrators, and ended by them or the owner only', async () => {
    const [owner, stranger] = [await suite.member('link_owner'), await suite.member('link_stranger')]
    await link(owner.id, 'game_c', '77')
    const refusal = async (
      method: string,
      as: { headers: Record<string, string> } | undefined,
      user = owner.id,
    ) => {
      const answer = await suite.call(method, `/users/${user}/links/game_c`, {
        ...(as ? { as } : {}),
        ...(method === 'PUT' ? { body: '{' } : {}),
      })
      return [answer.status, answer.body.error]
    }
    for (const method of ['PUT', 'DELETE']) {
      expect(await refusal(method, undefined)).toEqual([401, 'authentication required'])
      expect(await refusal(method, basic(owner.username, 'wrong'))).toEqual([401, 'invalid credentials'])
      expect(await refusal(method, stranger)).toEqual([403, 'forbidden'])
    }
    expect(await refusal('PUT', owner)).toEqual([403, 'forbidden'])
    expect(await refusal('DELETE', stranger, nobody)).toEqual([404, 'user not found'])
    expect((await link(nobody, 'game_c', '78')).body).toEqual({ error: 'user not found' })
    expect((await unlink(owner.id, 'game_c', owner)).status).toBe(200)
  })
})
