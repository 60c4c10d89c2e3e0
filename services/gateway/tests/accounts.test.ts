import { sharedSite } from '@agora/testing/shared-suite'
import { basic, type Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const nobody = '00000000-0000-7000-8000-000000000000'
const profile = (over: object = {}) => ({
  username: 'somebody',
  display_name: 'Some Body',
  password: 'eight or more',
  ...over,
})
const unlinked = { current: null, old: [] }
const links = {
  game_a: {
    'en.game-a.example': unlinked,
    'fr.game-a.example': unlinked,
    'es.game-a.example': unlinked,
  },
  game_b: {
    'en.game-b.example': unlinked,
    'fr.game-b.example': unlinked,
    'es.game-b.example': unlinked,
  },
  game_c: unlinked,
}

describe('registration', () => {
  test('returns the user as they see themselves and signs them in', async () => {
    const answer = await suite.call('POST', '/users', {
      body: profile({ username: 'ada', display_name: 'Ada L' }),
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      type: 'User',
      id: expect.stringMatching(uuid),
      created_at: expect.stringMatching(timestamp),
      display_name: { current: { value: 'Ada L' } },
      is_administrator: false,
      links,
      username: 'ada',
      has_password: true,
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^sid=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const self = await suite.call('GET', '/auth/self', { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(self.body.user.id).toBe(answer.body.id)
  })

  test('succeeds for exactly one of twenty simultaneous ones of a name, on two replicas', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        suite.call('POST', `${suite.urls.gateway[index % 2]}/api/v1/users`, {
          body: profile({ username: 'wanted' }),
        }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(19)
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([409, { error: 'username already in use' }])
    }
  })

  test.each([
    ['a username of one letter', { username: 'a' }, 'username'],
    ['a username with capitals', { username: 'Ada' }, 'username'],
    ['a username that ends in a line feed', { username: 'abcd\n' }, 'username'],
    ['a username of 33 letters', { username: 'a'.repeat(33) }, 'username'],
    ['a list for a username', { username: ['ada'] }, 'username'],
    ['a display name with markup', { display_name: '<b>Ada</b>' }, 'display_name'],
    ['a display name of 65 letters', { display_name: 'a'.repeat(65) }, 'display_name'],
    ['a password of seven letters', { password: '1234567' }, 'password'],
    ['a password of 257 letters', { password: 'a'.repeat(257) }, 'password'],
    ['a password with a NUL', { password: 'eight or\0more' }, 'password'],
    ['half a surrogate pair', { password: 'eight or more\ud800' }, 'password'],
    ['no password', { password: undefined }, 'password'],
    ['a number for a captcha token', { 'cap-token': 7 }, 'cap-token'],
  ])('refuses %s and names the field', async (_, over, field) => {
    const answer = await suite.call('POST', '/users', { body: profile(over) })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body)).toEqual(['error'])
    expect(answer.body.error).toContain(`\`${field}\``)
  })

  test('accepts the longest and the shortest of everything, in any script', async () => {
    const username = `z${'_9'.repeat(15)}z`
    const answer = await suite.call('POST', '/users', {
      body: profile({
        username,
        display_name: `Ünïcödé (名前) _-${'x'.repeat(47)}`,
        password: '🔑'.repeat(256),
      }),
    })
    expect(answer.status).toBe(200)
    const signIn = await suite.call('PUT', '/auth/self', {
      body: { login: username, password: '🔑'.repeat(256) },
    })
    expect(signIn.status).toBe(200)
  })

  test('ignores unknown fields, and makes nobody an administrator', async () => {
    const body = `{"username":"climber","display_name":"Climber","password":"eight or more",
      "is_administrator":true,"administratorName":"climber","id":"${nobody}","__proto__":{"x":1}}`
    const answer = await suite.call('POST', '/users', { body })
    expect(answer.status).toBe(200)
    expect(answer.body.is_administrator).toBe(false)
    expect(answer.body.id).not.toBe(nobody)
  })

  test.each([
    ['no JSON', '{"username":', {}, 400],
    ['an empty body', '', {}, 400],
    ['a list', [], {}, 422],
    ['a string', '"ada"', {}, 422],
    ['null', 'null', {}, 422],
    ['another content type', 'username=ada', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['more than a mebibyte', `{"username":"${'a'.repeat(1_048_577)}"}`, {}, 413],
  ])('refuses %s', async (_, body, headers, status) => {
    const answer = await suite.call('POST', '/users', { body, headers })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ error: expect.any(String) })
  })
})

describe('reading a user', () => {
  test('shows the username and the password flag only to the user and to administrators', async () => {
    const reader = await suite.member('reader')
    const other = await suite.member('other')
    const administrator = await suite.administrator()
    const seen = async (caller?: { headers: Record<string, string> }) =>
      (await suite.call('GET', `/users/${reader.id}`, caller ? { as: caller } : {})).body
    const common = {
      type: 'User',
      id: reader.id,
      created_at: expect.stringMatching(timestamp),
      display_name: { current: { value: 'reader' } },
      is_administrator: false,
      links,
    }
    const full = { ...common, username: reader.username, has_password: true }
    expect(await seen()).toEqual(common)
    expect(await seen(other)).toEqual(common)
    expect(await seen(reader)).toEqual(full)
    expect(await seen(basic(reader.username, reader.password))).toEqual(full)
    expect(await seen(administrator)).toEqual(full)
    expect(await seen(basic(reader.username, 'not the password'))).toEqual(common)
  })

  test('takes the id in any letter case', async () => {
    const { id } = await suite.administrator()
    const answer = await suite.call('GET', `/users/${id.toUpperCase()}`)
    expect([answer.status, answer.body.id, answer.body.is_administrator]).toEqual([200, id, true])
  })

  test.each([nobody, 'ada', '%00', '123', '..%2f', "'--", '{}'])('answers 404 for %s', async (id) => {
    const answer = await suite.call('GET', `/users/${id}`)
    expect([answer.status, answer.body]).toEqual([404, { error: 'user not found' }])
  })
})

describe('changing a user', () => {
  test('changes the display name without a password, the username with it', async () => {
    const member = await suite.member('changer')
    const renamed = await suite.call('PATCH', `/users/${member.id}`, {
      as: member,
      body: { display_name: 'Changed' },
    })
    expect(renamed.status).toBe(200)
    expect(renamed.body).toMatchObject({
      display_name: { current: { value: 'Changed' } },
      username: member.username,
      has_password: true,
    })
    const change = (body: object) => suite.call('PATCH', `/users/${member.id}`, { as: member, body })
    const without = await change({ username: 'changed' })
    expect([without.status, without.body.error]).toEqual([422, 'invalid `current_password`: is required'])
    const wrong = await change({ username: 'changed', current_password: 'no' })
    expect([wrong.status, wrong.body]).toEqual([403, { error: 'invalid current password' }])
    const taken = await change({ username: 'administrator', current_password: member.password })
    expect([taken.status, taken.body]).toEqual([409, { error: 'username already in use' }])
    const right = await change({ username: 'changed', current_password: member.password })
    expect([right.status, right.body.username]).toEqual([200, 'changed'])
    const self = await suite.call('GET', '/auth/self', { as: member })
    expect(self.body.user.display_name).toEqual({ current: { value: 'Changed' } })
  })

  test('an empty change returns the user unchanged', async () => {
    const member = await suite.member('unchanged')
    const answer = await suite.call('PATCH', `/users/${member.id}`, { as: member, body: {} })
    expect([answer.status, answer.body.username]).toEqual([200, member.username])
  })

  test('a new password ends the other sessions on every replica at once, and the old password', async () => {
    const member = await suite.member('careful')
    const elsewhere = await suite.call('PUT', '/auth/self', {
      body: { login: member.username, password: member.password },
    })
    const cookie = elsewhere.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const [first, second] = suite.urls.gateway
    const who = async (base: string | undefined, headers: Record<string, string>) =>
      (await suite.call('GET', `${base}/api/v1/auth/self`, { headers })).body.type
    const old = basic(member.username, member.password).headers
    expect(await who(second, { cookie })).toBe('User')
    expect(await who(second, old)).toBe('User')

    const changed = await suite.call('PATCH', `${first}/api/v1/users/${member.id}`, {
      as: member,
      body: { password: 'another password', current_password: member.password },
    })
    expect(changed.status).toBe(200)
    expect(await who(second, { cookie })).toBe('Guest')
    expect(await who(second, old)).toBe('Guest')
    expect(await who(second, member.headers)).toBe('User')
    expect(await who(second, basic(member.username, 'another password').headers)).toBe('User')
  })

  test('an administrator changes others’ passwords without the current one, which ends all their sessions', async () => {
    const member = await suite.member('helped')
    const administrator = await suite.administrator()
    const answer = await suite.call('PATCH', `/users/${member.id}`, {
      as: administrator,
      body: { username: 'helped_out', password: 'set by somebody' },
    })
    expect([answer.status, answer.body.username]).toEqual([200, 'helped_out'])
    expect((await suite.call('GET', '/auth/self', { as: member })).body.type).toBe('Guest')
    const signIn = await suite.call('PUT', '/auth/self', {
      body: { login: 'helped_out', password: 'set by somebody' },
    })
    expect(signIn.status).toBe(200)
  })

  test('of two simultaneous password changes exactly one wins', async () => {
    const member = await suite.member('hasty')
    const answers = await Promise.all(
      ['first choice', 'second choice'].map((password, index) =>
        suite.call('PATCH', `${suite.urls.gateway[index]}/api/v1/users/${member.id}`, {
          as: basic(member.username, member.password),
          body: { password, current_password: member.password },
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => [401, 403].includes(status))).toHaveLength(1)
  })

  test('two simultaneous changes of different things are both kept', async () => {
    const member = await suite.member('twofold')
    const administrator = await suite.administrator()
    const [name, username] = await Promise.all([
      suite.call('PATCH', `${suite.urls.gateway[0]}/api/v1/users/${member.id}`, {
        // By the session: a login would name what the other request changes.
        as: member,
        body: { display_name: 'Two Fold' },
      }),
      suite.call('PATCH', `${suite.urls.gateway[1]}/api/v1/users/${member.id}`, {
        as: administrator,
        body: { username: 'twofold_too' },
      }),
    ])
    expect([name.status, username.status]).toEqual([200, 200])
    const after = await suite.call('GET', `/users/${member.id}`, { as: administrator })
    expect(after.body).toMatchObject({
      username: 'twofold_too',
      display_name: { current: { value: 'Two Fold' } },
    })
  })

  test('is refused to guests, bad credentials and strangers, and checks the shape before the target', async () => {
    const member = await suite.member('target')
    const stranger = await suite.member('stranger')
    const patch = (id: string, as: { headers: Record<string, string> } | undefined, body: unknown) =>
      suite.call('PATCH', `/users/${id}`, { ...(as ? { as } : {}), body })
    const refused = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer
      return [status, (body as { error: string }).error]
    }
    const change = { display_name: 'Taken over' }
    expect(await refused(patch(member.id, undefined, change))).toEqual([401, 'authentication required'])
    const wrong = await patch(member.id, basic(member.username, 'wrong'), change)
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid credentials'])
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
    expect(await refused(patch(member.id, stranger, change))).toEqual([403, 'forbidden'])
    expect(await refused(patch(nobody, stranger, change))).toEqual([404, 'user not found'])
    expect(await refused(patch('nobody', stranger, change))).toEqual([404, 'user not found'])
    expect((await refused(patch(nobody, stranger, { display_name: 7 })))[0]).toBe(422)
    expect((await refused(patch(member.id, member, { display_name: null })))[0]).toBe(422)
  })
})
