import type { ServiceProcess } from '@agora/suite/service-process'
import type { Member } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, DigestWorld, headersOf, ok } from './digest-world.ts'
import { eventually } from './support.ts'

let world: DigestWorld
beforeAll(async () => {
  world = await DigestWorld.start()
})
afterAll(() => world?.close())

const linkIn = (member: Member) => {
  const [mail] = world.mailsTo(member)
  return /^List-Unsubscribe: <([^>]+)>$/m.exec(headersOf(mail!.raw))![1]!
}

describe('when their period ends', () => {
  let ada: Member
  let fleur: Member
  let nobody: Member
  let banned: Member
  let changed: Member
  let idle: Member
  let post: { id: string }

  beforeAll(async () => {
    ada = await world.reader('ada')
    fleur = await world.reader('fleur', { email: 'Weekly', language: 'de, fr-CH;q=0.9, en;q=0.5' })
    nobody = await world.reader('nobody', { isVerified: false })
    banned = await world.reader('banned')
    changed = await world.reader('changed')
    idle = await world.reader('idle')
    post = await world.reply()
    await world.reply()
    await world.told()
    ok(
      await world.call('PUT', `/users/${banned.id}/ban`, world.administrator, {
        reason: 'Spam',
        expires_at: null,
      }),
    )
    ok(await world.call('PATCH', '/notifications/settings', changed, { email: 'Never' }))
    ok(
      await world.call('POST', `/forum/threads/${world.thread}/read`, idle, {
        up_to_post: (await world.reply()).id,
      }),
    )
    await world.told()
    ok(await world.call('PUT', '/notifications/read', idle, { until: await newestOf(idle) }))
    await world.endPeriods()
    await world.settled()
  })
  const newestOf = async (member: Member) =>
    ok(await world.call('GET', '/notifications', member)).items[0].id as string

  it('members get one digest of what they have not read, from whichever replica', async () => {
    expect(world.mailsTo(ada)).toHaveLength(1)
    expect(await world.outcomesOf(ada)).toEqual(['Sent'])
    const { subject, text, html } = world.mailsTo(ada)[0]!
    expect(subject).toBe('Something new for you on Agora')
    expect(text).toContain('3 new replies in A [thread] & <i>more</i>')
    expect(text).toContain('Wri_ter_ (b) · Welcome · ')
    expect(html).toContain('A [thread] &amp; &lt;i&gt;more&lt;/i&gt;')
    expect(html).toContain(`href="${world.suite.url}/posts/${post.id}"`)
    for (const part of [text, html]) {
      expect(part).toContain(`${world.suite.url}/posts/${post.id}`)
      expect(part).toContain(linkIn(ada))
    }
    expect(html).not.toMatch(/<script|<link|src=/)
  })

  it('can end them in their mail program (RFC 2369)', () => {
    const headers = headersOf(world.mailsTo(ada)[0]!.raw)
    expect(linkIn(ada)).toMatch(
      new RegExp(`^${world.suite.url}/api/v1/notifications/unsubscribe/[A-Za-z0-9_-]{43}$`),
    )
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m)
  })

  it('read it in the language in which they requested it', () => {
    const { subject, text } = world.mailsTo(fleur)[0]!
    expect(subject).toBe('Du nouveau pour vous sur Agora')
    expect(text).toContain('3 nouvelles réponses dans')
  })

  it('get none without a verified address, while banned, after unsubscribing, or with nothing unread', async () => {
    for (const member of [nobody, banned, changed, idle])
      expect(world.mailsTo(member), member.username).toEqual([])
    expect(await world.outcomesOf(nobody)).toEqual(['Dropped'])
    expect(await world.outcomesOf(banned)).toEqual(['Dropped'])
    expect(await world.outcomesOf(changed)).toEqual([])
    expect(await world.outcomesOf(idle)).toEqual([])
  })

  it('get no other before the next period ends, and then only if there is something new', async () => {
    await world.reply()
    await world.told()
    const [next] = await world.rows<{ hours: number }>(
      'forum',
      `SELECT extract(epoch FROM digest_due_at - now())::float8 / 3600 AS hours FROM notification_setting WHERE user_id = $1`,
      [ada.id],
    )
    expect(next?.hours).toBeGreaterThan(22.9)
    expect(next?.hours).toBeLessThanOrEqual(24)
    const waiting = await world.rows('forum', 'SELECT FROM notification_setting WHERE digest_due_at <= now()')
    expect(waiting).toEqual([])
  })

  describe('the link', () => {
    const settingsOf = async (member: Member) =>
      ok(await world.call('GET', '/notifications/settings', member)).email as string
    const post = (url: string, type: string, body: string) =>
      fetch(url, { method: 'POST', headers: { 'content-type': type }, body, redirect: 'error' })

    it('ends nothing when it is merely opened', async () => {
      const answer = await fetch(linkIn(ada), { headers: { 'accept-language': 'fr' } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('referrer-policy')).toBe('same-origin')
      expect(await answer.text()).toMatch(/<form method="post".*Se désabonner/s)
      expect(await settingsOf(ada)).toBe('Daily')
    })

    it('works only for its member, cannot be guessed and gives access to nothing else', async () => {
      const token = linkIn(ada).split('/').at(-1)!
      const turned = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`
      for (const wrong of [turned, `${token}A`, token.slice(1), '%00', ada.id, 'x'.repeat(5_000)]) {
        const answer = await post(linkIn(ada).replace(token, wrong), 'application/json', '[]')
        expect([404, 414, 431], wrong).toContain(answer.status)
      }
      expect(await settingsOf(ada)).toBe('Daily')
      const settings = `${world.suite.url}/api/v1/notifications/settings`
      for (const [name, value] of [
        ['authorization', `Bearer ${token}`],
        ['cookie', `sid=${token}`],
      ] as const)
        expect((await fetch(settings, { headers: { [name]: value } })).status).toBe(401)
      for (const path of ['/internal/digests', '/internal/mail-recipients'])
        expect((await post(`${world.suite.url}${path}`, 'application/json', '{}')).status).toBe(404)
    })

    it('ends its reader’s digests with a POST of either form, without a session, however often', async () => {
      const form = 'List-Unsubscribe=One-Click'
      const parts = `--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`
      const answers = await Promise.all([
        ...Array.from({ length: 10 }, () => post(linkIn(ada), 'application/x-www-form-urlencoded', form)),
        post(linkIn(ada), 'multipart/form-data; boundary=b', parts),
        fetch(linkIn(ada), { method: 'POST' }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(await settingsOf(ada)).toBe('Never')
      expect(await settingsOf(fleur)).toBe('Weekly')
      const due = await world.rows(
        'forum',
        'SELECT digest_due_at FROM notification_setting WHERE user_id = $1',
        [ada.id],
      )
      expect(due).toEqual([{ digest_due_at: null }])
    })
  })
})

describe('between the request and the sending', () => {
  const ban = async ({ id }: Member) =>
    ok(await world.call('PUT', `/users/${id}/ban`, world.administrator, { reason: 'Spam', expires_at: null }))
  const erase = async (member: Member) =>
    ok(await world.call('DELETE', `/users/${member.id}`, member, { current_password: member.password }))

  it('a digest drops what its reader may no longer see, and is not sent if nothing is left', async () => {
    const [some, none] = [await world.reader('some'), await world.reader('none')]
    const doomed = await world.open('Doomed thread')
    const [own, other] = [await world.open('Own thread'), await world.open('Other thread')]
    for (const [member, to] of [
      [some, own],
      [some, doomed],
      [none, other],
    ] as const)
      ok(await world.call('PUT', `/forum/threads/${to.id}/subscription`, member, { level: 'Watching' }))
    for (const member of [some, none])
      ok(await world.call('DELETE', `/forum/threads/${world.thread}/subscription`, member))
    await world.reply(own.id)
    await world.reply(doomed.id)
    const hidden = await world.reply(other.id)
    await world.told()
    const workers = world.suite.processes['mail-jobs'] as ServiceProcess[]
    for (const worker of workers) await worker.kill()
    await world.endPeriods()
    await eventually(async () =>
      expect(
        await world.rows('forum', 'SELECT FROM digest WHERE user_id = ANY($1)', [[some.id, none.id]]),
      ).toHaveLength(2),
    )
    ok(await world.call('DELETE', `/forum/threads/${doomed.id}`, world.administrator))
    const { revisions } = ok(await world.call('GET', `/forum/posts/${hidden.id}`, world.administrator))
    const last = { last_revision_id: revisions.items.at(-1).id }
    ok(await world.call('DELETE', `/forum/posts/${hidden.id}`, world.administrator, last))
    for (const worker of workers) await worker.start()
    await world.settled()
    expect(await world.outcomesOf(none)).toEqual(['Dropped'])
    const [mail] = world.mailsTo(some)
    expect(world.mailsTo(some)).toHaveLength(1)
    expect(mail!.text).toContain('Own thread')
    expect(mail!.raw.toString()).not.toContain('Doomed')
    expect(mail!.text).not.toContain('Doomed')
  })

  it('a digest names threads and members as they are called when it is sent, and says nothing of what they wrote', async () => {
    const reader = await world.reader('told_of_names')
    const { id } = await world.open('First title')
    ok(await world.call('PUT', `/forum/threads/${id}/subscription`, reader, { level: 'Watching' }))
    ok(await world.call('DELETE', `/forum/threads/${world.thread}/subscription`, reader))
    const renamed = await world.suite.member('renamed', { displayName: 'Before' })
    ok(await world.call('POST', `/forum/threads/${id}`, renamed, { body: 'Open ||the butler did it||' }))
    await world.told()
    const workers = world.suite.processes['mail-jobs'] as ServiceProcess[]
    for (const worker of workers) await worker.kill()
    await world.endPeriods()
    await eventually(async () =>
      expect(await world.rows('forum', 'SELECT FROM digest WHERE user_id = $1', [reader.id])).toHaveLength(1),
    )
    ok(await world.call('PATCH', `/forum/threads/${id}`, world.administrator, { title: 'Second title' }))
    ok(await world.call('PATCH', `/users/${renamed.id}`, renamed, { display_name: 'Afterwards' }))
    await eventually(async () =>
      expect(ok(await world.call('GET', `/forum/threads/${id}`)).posts.items[1].author.user).toMatchObject({
        display_name: { current: { value: 'Afterwards' } },
      }),
    )
    for (const worker of workers) await worker.start()
    await world.settled()
    const [mail] = world.mailsTo(reader)
    for (const part of [mail!.text, mail!.html]) {
      expect(part).toContain('Second title')
      expect(part).toContain('Afterwards')
      expect(part).not.toMatch(/First title|Before|Open|butler/)
    }
  })

  it('nobody gets one who meanwhile was banned, erased, lost their address or unsubscribed', async () => {
    const workers = world.suite.processes['mail-jobs'] as ServiceProcess[]
    const readers = await Promise.all(
      ['to_be_banned', 'to_be_erased', 'to_be_unreachable', 'to_be_asking', 'to_be_mailed'].map((name) =>
        world.reader(name),
      ),
    )
    const [banned, erased, unreachable, asking, mailed] = readers as [Member, Member, Member, Member, Member]
    await world.reply()
    await world.told()
    for (const worker of workers) await worker.kill()
    await world.endPeriods()
    await eventually(async () =>
      expect(
        await world.rows('forum', 'SELECT FROM digest WHERE user_id = ANY($1)', [
          readers.map(({ id }) => id),
        ]),
      ).toHaveLength(readers.length),
    )
    await ban(banned)
    await erase(erased)
    const [link] = ok(await world.call('GET', `/users/${unreachable.id}/user-links`, unreachable))
    ok(await world.call('DELETE', `/users/${unreachable.id}/user-links/${link.id}`, unreachable))
    ok(await world.call('PATCH', '/notifications/settings', asking, { email: 'Never' }))
    for (const worker of workers) await worker.start()
    await world.settled()
    for (const member of [banned, erased, unreachable, asking])
      expect(world.mailsTo(member), member.username).toEqual([])
    expect(world.mailsTo(mailed)).toHaveLength(1)
    for (const member of [banned, unreachable, asking])
      expect(await world.outcomesOf(member), member.username).toEqual(['Dropped'])
  })

  it('nobody gets one who is banned or erased while the mail server is slow', async () => {
    const [banned, erased] = [await world.reader('slowly_banned'), await world.reader('slowly_erased')]
    for (const [member, end] of [
      [banned, ban],
      [erased, erase],
    ] as const)
      world.mails.behave(addressOf(member), {
        recipient: async () => {
          world.mails.behave(addressOf(member), {})
          await end(member)
        },
      })
    await world.reply()
    await world.told()
    await world.endPeriods()
    await eventually(async () => expect(await world.outcomesOf(banned)).toEqual(['Dropped']))
    await world.settled()
    for (const member of [banned, erased]) {
      expect(world.mails.count('recipient', addressOf(member))).toBe(1)
      expect(world.mailsTo(member)).toEqual([])
    }
  })
})

describe('whatever is killed', () => {
  it('a digest whose end may have been sent is never sent again', async () => {
    const member = await world.reader('halfway')
    await world.reply()
    await world.told()
    const workers = world.suite.processes['mail-jobs'] as ServiceProcess[]
    await workers[1]?.kill()
    world.mails.behave(addressOf(member), {
      end: async () => {
        world.mails.behave(addressOf(member), {})
        await workers[0]?.kill()
      },
    })
    await world.endPeriods()
    await eventually(() => expect(workers[0]?.isRunning).toBe(false))
    for (const worker of workers) await worker.start()
    await world.settled()
    expect(await world.outcomesOf(member)).toEqual(['Uncertain'])
    expect(world.mailsTo(member)).toHaveLength(1)
  })
})
