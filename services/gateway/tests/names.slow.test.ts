import { sharedSite } from '@agora/testing/shared-suite'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { displayNameFrom, usernameFrom } from '../src/identity/moving/names.ts'
import { readsLike } from '../src/identity/names/readings.ts'

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
    ['Moderator', 'M\u0c02derator'],
    ['Moderator', 'Mode\u0301rator'],
    ['Administrator', 'Admi\u200cnistrator'],
    ['Grace Hopper', 'Grace‐Hopper’'],
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

describe('an imported username', () => {
  test.each([
    ['Ada Lovelace', 'ada_lovelace'],
    ['D’Arcy', 'd_arcy'],
    ['Jose\u0301', 'jose'],
    ['Nguyễn Văn', 'nguyen_van'],
    ['Łukasz Øster', 'lukasz_oster'],
    ['Straße', 'strasse'],
    ['Þóra Ægisdóttir', 'thora_aegisdottir'],
    ['İlker IĞDIR', 'ilker_igdir'],
    ['ＡＤＡ', 'ada'],
    ['J.R.R.', 'j_r_r'],
    ['12345', '_12345'],
    // mondediefr/fluxbb_to_flarum#4
    ['[Chris]', 'chris'],
    ['Valérian', 'valerian'],
    ['Сергiй', 'member_89abcdef'],
    // discourse/discourse#42923
    ['千风', 'member_89abcdef'],
    ['千风 Ada', 'ada'],
    ['__proto__', '__proto__'],
  ])('%s is %s', (name, right) => {
    expect(usernameFrom(name, '01890000-0000-7000-8000-000089abcdef')).toBe(right)
  })
})

describe('an imported display name', () => {
  test.each([
    // mojaloop/project#2358, thewca/worldcubeassociation.org#13522, apache/answer#1576, oxen-io/session-desktop#2132, langfuse/langfuse#12999, ancsemi/Haven#5509
    ['Jürgen Müller', 'Jürgen Müller'],
    ['Ted Hart-Davis', 'Ted Hart-Davis'],
    ['André', 'André'],
    ['日本語 한국어', '日本語 한국어'],
    ['Сергiй', 'Сергiй'],
    ['नेहा शर्मा', 'नेहा शर्मा'],
    ['กานต์ มีโชค', 'กานต์ มีโชค'],
    ['Seán O’Brien', 'Seán O’Brien'],
    ['Jose\u0301', 'José'],
    ['می‌خواهم', 'می‌خواهم'],
    ['<Ada> ☂ Lovelace', 'Ada Lovelace'],
    ['D´Angelo O`Brien O′Neill', "D'Angelo O'Brien O'Neill"],
    ['Anne–Marie ♥', 'Anne-Marie'],
    ['മോഹന്‍', 'മോഹന്‍'],
    ['尼古拉•特斯拉', '尼古拉 特斯拉'],
    [`Z\u0335\u0336\u0337\u0338a`, 'Z\u0335\u0336a'],
    ['\u202eAda\u200b', 'Ada'],
    ['\u0301\u0301', 'ada'],
    ['Moderator', 'ada'],
    ['Mod\u0308erator', 'ada'],
  ])('%s is %s', (name, right) => {
    expect(displayNameFrom(name, 'ada', ['Moderator'])).toBe(right)
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

  test.each([
    ['नेहा'],
    ['กานต์'],
    ['তানভীর'],
    ['O’Brien'],
    ['Jean‑Luc'],
    ['می‌خواهم'],
    ['ශ්‍රී'],
    ['র‍্যাব'],
    ['שָׁלוֹם'],
    ['དབང་ཕྱུག'],
    ['မြို့သူ'],
    ['ស្រីមុំ'],
    ['Gal·la'],
    ['ジャン・ポール'],
    ['尼古拉·特斯拉'],
    ['佐々木 こゝろ'],
    ['മോഹന്‍ലാല്‍'],
    ['হঠাত্‍'],
    ['בן־גוריון'],
    ['צ׳רלי ד״ר'],
    ['ܐܒܪܗܡ'],
    ['މުހައްމަދު'],
    ['አበበ በሶ'],
    ['ᠮᠣᠩᠭᠣᠯ'],
    ['ꦲꦤꦕꦫꦏ'],
    ['Соломія Дерев’янко'],
    ['Kaʻiulani'],
    ['Adébáyọ̀', 'Adébáyọ̀'],
    ['İbrahim Çağrı Işıl'],
    ['ẞtraße Groß'],
    ['น้ำฝน ฐิติมา'],
    ['Nguyễn Thị Ánh'],
    ['Jose\u0301', 'José'],
    ['\u1112\u1161\u11ab\u1100\u116e\u11a8', '한국'],
    ['山田\u3000太郎', '山田 太郎'],
    [`${'नी'.repeat(64)}`],
    ['\u1112\u1161\u11ab'.repeat(64), '한'.repeat(64)],
    // mojaloop/project#2358, slevithan/xregexp#111, slevithan/xregexp#232, langfuse/langfuse#12999
  ])('may be of any script: %s', async (name, stored = name) => {
    const { status, body, text } = await register(name)
    expect([status, body.display_name?.current.value], text).toEqual([200, stored])
  })

  test.each([
    ['marks alone', '\u0301\u0301\u0301'],
    ['vowel signs alone', 'ेा'],
    ['a letter with a heap of marks', `Za${'\u0335'.repeat(3)}lgo`],
    ['one of another script', `ก${'์'.repeat(6)}ข`],
    ['a mark of another script', 'M\u0c02derat\u0c02'],
    ['a joiner where nothing joins', 'A\u200dda'],
    ['a joiner at the end', 'می\u200c'],
    ['a joiner at the end, behind a vowel', 'മോഹ\u200d'],
    ['two joiners', 'മോഹന്\u200d\u200d'],
    ['an enclosed letter', 'A\u20dda'],
    ['a variation that is invisible', 'A\ufe0fda'],
    ['one letter with its marks', 'e\u0301'],
    ['too many letters', 'नी'.repeat(65)],
    ['a mark on nothing', ' \u0301da'],
    ['turned text', 'a\u202eda'],
  ])('may not be %s', async (_, name) => {
    expect((await register(name)).status).toBe(422)
  })

  test.each(['Mo\u0308derator', 'Moderator’', 'Grace‑Hopper', 'Moderat\u043er'])(
    'may not read like a reserved one by new characters: %s',
    async (name) => {
      const { status, body } = await register(name)
      expect([status, body]).toEqual([422, { error: reserved }])
    },
  )

  test('may not read like that of anybody who holds a role, from the moment that they do, at every gateway', async () => {
    const world = await sharedSite()
    try {
      const administrator = await world.administrator()
      const holder = await world.member('holder', { displayName: 'Hedy Lamarr' })
      const namesake = await world.member('namesake', { displayName: 'Hedy Lamarr' })
      const [here = '', there = ''] = world.urls.gateway
      let count = 0
      const registering = (url: string, name: string) => {
        count += 1
        const body = { username: `hedy_${count}`, display_name: name, password: 'a long password' }
        return world.call('POST', `${url}/api/v1/users`, { body })
      }
      const user = { type: 'User', id: holder.id }
      const patch = (as: typeof holder, name: string) =>
        world.call('PATCH', `${there}/api/v1/users/${as.id}`, { as, body: { display_name: name } })
      for (const act of [
        { path: '/forum/role_grants', body: { user, role: 'GlobalModerator' } },
        { path: '/forum/sections/welcome/role_grants', body: user },
      ]) {
        expect((await registering(there, 'Hedy Lamarr')).status).toBe(200)
        const granted = await world.call('POST', `${here}/api/v1${act.path}`, {
          as: administrator,
          body: act.body,
        })
        expect(granted.status).toBe(200)
        for (const url of [here, there])
          expect((await registering(url, 'Неdy Lаmarr')).body).toEqual({ error: reserved })
        expect((await patch(administrator, 'Hedy Lamarr')).status).toBe(200)
        expect((await patch(administrator, 'Administrator')).status).toBe(200)
        // What somebody had before stays theirs; a holder is not in their own way.
        expect((await patch(namesake, 'Hedy Lamarr')).status).toBe(200)
        expect((await patch(namesake, 'H. Lamarr')).status).toBe(200)
        expect((await patch(namesake, 'Hedy Lamarr')).body).toEqual({ error: reserved })
        expect((await patch(holder, 'Hedy K. Lamarr')).status).toBe(200)
        expect((await registering(there, 'Hedy K Lamarr')).body).toEqual({ error: reserved })
        expect((await patch(holder, 'Hedy Lamarr')).status).toBe(200)
        await world.call('DELETE', `${here}/api/v1${act.path}`, { as: administrator, body: act.body })
        expect((await patch(namesake, 'Hedy Lamarr')).status).toBe(200)
      }
      expect((await world.call('GET', `${there}/api/v1/users/staff`)).text).not.toContain(holder.id)
    } finally {
      await world.close()
    }
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
