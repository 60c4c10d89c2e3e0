import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readsLike } from '../src/names/readings.ts'

describe('a name resembles another', () => {
  test.each([
    ['Administrator', 'administrator'],
    ['Administrator', 'ADMINISTRATOR'],
    ['Administrator', 'Adm1nistrator'],
    ['Administrator', 'Аdministrator'],
    ['Administrator', 'Ａｄｍｉｎｉｓｔｒａｔｏｒ'],
    ['Administrator', 'Admi\u200bnistrator'],
    ['Administrator', '\u202eAdministrator'],
    ['Administrator', 'Ädministrator'],
    ['Administrator', 'A d m i n i s t r a t o r'],
    ['Administrator', '(Administrator)'],
    ['Moderator', 'ᴍoderator'],
    ['Moderator', 'Мodеrаtоr'],
    ['Ada', 'Αda'],
  ])('%s and %s', (name, other) => {
    expect(readsLike(name, other)).toBe(true)
    expect(readsLike(other, name)).toBe(true)
  })

  test.each([
    ['Administrator', 'Administrator of nothing'],
    ['Moderator', 'Modder'],
    ['Ada', 'Adam'],
    ['本', '木'],
  ])('but not %s and %s', (name, other) => {
    expect(readsLike(name, other)).toBe(false)
  })
})

describe('a display name', () => {
  const reserved = 'invalid `display_name`: it reads like the name of an administrator or a reserved one'
  const blank = 'invalid `display_name`: there is nothing to see in it'
  let suite: Suite
  let turn = 0
  beforeAll(async () => {
    suite = await startSuite({
      services: ['gateway'],
      config: {
        site: { name: 'Chess Club', reserved_names: ['Moderator'] },
        administrator: { username: 'grace', display_name: 'Grace Hopper' },
      },
    })
  })
  afterAll(() => suite?.close())

  const register = (displayName: unknown) => {
    turn += 1
    const body = { username: `member_${turn}`, display_name: displayName, password: 'a long password' }
    return suite.call('POST', '/users', { body })
  }

  test.each(['Moderator', 'mоderator', 'Chess club', 'Grace Hopper', 'GRACE-HOPPER', 'Grасe Hopper'])(
    'may not read like a reserved one: %s',
    async (name) => {
      const { status, body } = await register(name)
      expect([status, body]).toEqual([422, { error: reserved }])
    },
  )

  test('needs visible characters', async () => {
    for (const name of ['\u3164\u3164', '   ', '\u115f\u1160\u3164', '\u{13441}\u{13442}'])
      expect([(await register(name)).status, (await register(name)).body]).toEqual([422, { error: blank }])
    expect((await register("O'Brien Jr.")).status).toBe(200)
  })

  test('may be another member’s', async () => {
    expect((await register('Ada')).status).toBe(200)
    expect((await register('Ada')).status).toBe(200)
  })

  test('is checked when it changes, and an administrator keeps theirs', async () => {
    const member = await suite.member('changeable')
    const patch = (as: typeof member, body: object) => suite.call('PATCH', `/users/${as.id}`, { as, body })
    expect((await patch(member, { display_name: 'Grace Hopper' })).body).toEqual({ error: reserved })
    const administrator = await suite.administrator()
    expect((await patch(administrator, { display_name: 'Grace B Hopper' })).status).toBe(200)
    expect((await patch(member, { display_name: 'Grace B. Hopper' })).body).toEqual({ error: reserved })
    expect((await patch(member, { display_name: 'Grace Hopper' })).status).toBe(200)
  })
})
