import { newId } from '@agora/shared/contracts/ids'
import { sharedSite } from '@agora/testing/shared-suite'
import { type Answer, basic, bearer, type Member, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { obtainTokens, registerClient, signedIn } from './oauth/client.ts'
import { nowAndThen, query } from './query.ts'

let suite: Suite
let owner: Member
let stranger: Member
let administrator: Member
let ownersToken: string
let client: { key: string; secret: string }
beforeAll(async () => {
  suite = await sharedSite()
  owner = await suite.member('owner')
  stranger = await suite.member('stranger')
  administrator = await suite.administrator()
  const registered = await registerClient(suite, 'link_reader')
  client = registered
  const browser = await signedIn(suite.url, owner.username, owner.password)
  ownersToken = (await obtainTokens(suite, browser, registered, 'base')).access_token
})
afterAll(() => suite?.close())

const nobody = '00000000-0000-7000-8000-000000000000'
const outcome = ({ status, body }: Answer) => [status, body]
const forbidden = [403, { error: 'forbidden' }]
const notFound = [404, { error: 'not found' }]

interface Row {
  type?: string
  external?: string
  name?: string
  visibility?: string
  rank?: number
  ended?: boolean
}

/** Writes a link as the flows do. */
async function insert(member: Member, row: Row = {}): Promise<string> {
  const id = newId()
  const {
    type = 'Email',
    external = `${id}@example.com`,
    name = external,
    visibility = 'Private',
    rank = 0,
  } = row
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name, visibility, rank, started_at, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, '2026-01-02T03:04:05.678Z', CASE WHEN $8::boolean THEN now() END)`,
    [id, member.id, type, external, name, visibility, rank, row.ended ?? false],
  )
  return id
}
const linkUrl = (member: Member, id: string) => `/users/${member.id}/user-links/${id}`
const list = (member: Member, as?: { headers: Record<string, string> }) =>
  suite.call('GET', `/users/${member.id}/user-links`, as ? { as } : {})

describe('the listing', () => {
  test('shows each type of link in full, in the owner’s order, and no removed one', async () => {
    const member = await suite.member('shown')
    const email = await insert(member, { external: 'a@example.com', name: 'A@example.com', rank: 3 })
    const a = await insert(member, { type: 'ProviderA', external: '17', name: 'Ann at A', rank: -1 })
    const b = await insert(member, {
      type: 'ProviderB',
      external: 'b|9',
      name: 'Ann at B',
      visibility: 'Public',
      rank: 2,
    })
    await insert(member, { ended: true, visibility: 'Public' })
    const common = (id: string, rank: number, visibility = 'Private') => ({
      id,
      user: { type: 'User', id: member.id },
      period: { start: '2026-01-02T03:04:05.678Z', end: null },
      visibility: nowAndThen(visibility),
      rank: nowAndThen(rank),
    })
    expect(outcome(await list(member, member))).toEqual([
      200,
      [
        {
          type: 'ProviderA',
          ...common(a, -1),
          target: { user: { type: 'ProviderAUser', id: '17', display_name: 'Ann at A' } },
        },
        {
          type: 'ProviderB',
          ...common(b, 2, 'Public'),
          target: { user: { type: 'ProviderBUser', id: 'b|9', display_name: 'Ann at B' } },
        },
        { type: 'Email', ...common(email, 3), target: { email: 'A@example.com' } },
      ],
    ])
  })

  test('shows all to the owner and to administrators, and the public ones to everybody and to the owner’s applications', async () => {
    const ids = [
      await insert(owner, { visibility: 'Public', rank: 1 }),
      await insert(owner, { visibility: 'Friend', rank: 2 }),
      await insert(owner, { visibility: 'Private', rank: 3 }),
    ]
    const seen = async (as?: { headers: Record<string, string> }) =>
      (await list(owner, as)).body.map(({ id }: { id: string }) => id)
    for (const caller of [owner, basic(owner.username, owner.password), administrator])
      expect(await seen(caller)).toEqual(ids)
    const wrong = basic(owner.username, 'wrong')
    for (const caller of [
      undefined,
      stranger,
      bearer(ownersToken),
      basic(client.key, client.secret),
      bearer('x'.repeat(43)),
      wrong,
    ])
      expect(await seen(caller)).toEqual(ids.slice(0, 1))
  })

  test('is empty for a member without any, and 404 for an unknown id', async () => {
    expect(outcome(await list(stranger))).toEqual([200, []])
    for (const id of [nobody, 'owner', '%00', "'", owner.id.slice(1)]) {
      const answer = await suite.call('GET', `/users/${id}/user-links`)
      expect(outcome(answer)).toEqual([404, { error: 'user not found' }])
    }
  })
})

describe('removing a link', () => {
  test('answers null, once, to the owner and to administrators', async () => {
    for (const caller of [owner, basic(owner.username, owner.password), administrator]) {
      const id = await insert(owner)
      const answer = await suite.call('DELETE', linkUrl(owner, id), { as: caller })
      expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
        200,
        'null',
        expect.stringContaining('application/json'),
      ])
      expect(outcome(await suite.call('DELETE', linkUrl(owner, id), { as: caller }))).toEqual(notFound)
      const [row] = await query<{ ended: boolean }>(
        suite,
        'SELECT ended_at IS NOT NULL AS ended FROM user_link WHERE id = $1',
        [id],
      )
      expect(row).toEqual({ ended: true })
    }
  })

  test('is refused to everybody else, whether the link is public, private or does not exist', async () => {
    const ids = [await insert(owner), await insert(owner, { visibility: 'Public' }), nobody]
    const callers = [
      { headers: {} },
      stranger,
      bearer(ownersToken),
      bearer('x'.repeat(43)),
      basic(client.key, client.secret),
      basic(owner.username, 'wrong'),
    ]
    for (const caller of callers) {
      for (const id of ids)
        expect(outcome(await suite.call('DELETE', linkUrl(owner, id), { as: caller }))).toEqual(forbidden)
    }
    expect((await list(owner, owner)).body.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(ids.slice(0, 2)),
    )
  })

  test('is 404 for another member’s link and for unknown ids', async () => {
    const id = await insert(owner)
    for (const path of [
      linkUrl(stranger, id),
      linkUrl(stranger, nobody),
      linkUrl(stranger, 'x'),
      linkUrl(stranger, '%00'),
    ])
      expect(outcome(await suite.call('DELETE', path, { as: stranger }))).toEqual(notFound)
    for (const user of [nobody, 'x'])
      expect(
        outcome(await suite.call('DELETE', `/users/${user}/user-links/${id}`, { as: administrator })),
      ).toEqual(notFound)
  })

  test('must come from this site’s pages if a session asks', async () => {
    const id = await insert(owner)
    const headers = { origin: 'https://evil.example' }
    const answer = await suite.call('DELETE', linkUrl(owner, id), { as: owner, headers })
    expect(outcome(answer)).toEqual([403, { error: 'invalid origin' }])
  })

  test('succeeds for one of twenty at once', async () => {
    const id = await insert(owner)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => suite.call('DELETE', linkUrl(owner, id), { as: owner })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
  })
})

describe('changing a link', () => {
  const patch = (id: string, body: unknown, as: { headers: Record<string, string> } = owner) =>
    suite.call('PATCH', linkUrl(owner, id), { as, body })

  test('sets visibility and rank, separately, and returns the link', async () => {
    const id = await insert(owner, { visibility: 'Private', rank: 7 })
    const state = ({ status, body }: Answer) => [status, body.visibility, body.rank]
    const values = (visibility: string, rank: number) => [200, nowAndThen(visibility), nowAndThen(rank)]
    expect(state(await patch(id, {}))).toEqual(values('Private', 7))
    expect(state(await patch(id, { visibility: 'Public' }))).toEqual(values('Public', 7))
    expect(state(await patch(id, { rank: -1_000_000 }))).toEqual(values('Public', -1_000_000))
    const answer = await patch(id, { rank: 1_000_000, visibility: 'Friend', target: 'x', id: nobody })
    expect(state(answer)).toEqual(values('Friend', 1_000_000))
    const listed = (await list(owner, owner)).body.find((link: { id: string }) => link.id === id)
    expect(listed).toEqual(answer.body)
  })

  test.each([
    ['visibility', ['public', 'Secret', '', null, ['Public'], {}, 1]],
    ['rank', [1.5, '1', 1_000_001, -1_000_001, 1e300, null, [1], {}]],
  ])('names the field `%s` where it has the wrong shape', async (field, values) => {
    const id = await insert(owner)
    for (const value of values) {
      const answer = await patch(id, { [field]: value })
      expect(outcome(answer)).toEqual([422, { error: expect.stringContaining(`\`${field}\``) }])
    }
  })

  test('is only for the owner, with full authority', async () => {
    const id = await insert(owner)
    const body = { visibility: 'Public' }
    for (const caller of [stranger, administrator, bearer(ownersToken)])
      expect(outcome(await patch(id, body, caller))).toEqual(forbidden)
    for (const caller of [{ headers: {} }, basic(client.key, client.secret)])
      expect(outcome(await patch(id, body, caller))).toEqual([401, { error: 'authentication required' }])
    expect(outcome(await patch(id, body, basic(owner.username, 'wrong')))).toEqual([
      401,
      { error: 'invalid credentials' },
    ])
    expect((await patch(id, body, basic(owner.username, owner.password))).status).toBe(200)
    for (const unknown of [nobody, 'x', await insert(stranger), await insert(owner, { ended: true })])
      expect(outcome(await patch(unknown, body))).toEqual(notFound)
  })
})

test('there is no provider unless the configuration names one', async () => {
  for (const key of ['provider_a', 'provider_b']) {
    const answer = await suite.call('GET', `/users/self/user-links/${key}/authorize`, { as: owner })
    expect(outcome(answer)).toEqual(notFound)
  }
})
