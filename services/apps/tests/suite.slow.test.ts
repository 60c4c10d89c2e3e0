import type { Member, Suite } from '@agora/testing/suite'
import { startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from './receiver.ts'
import { app, channel, delivery, outcome, PATIENT, refused } from './support.ts'

let suite: Suite
let administrator: Member
let member: Member
const receivers: Record<'strategy' | 'welcome' | 'official', Receiver> = {} as never

beforeAll(async () => {
  for (const name of ['strategy', 'welcome', 'official'] as const) receivers[name] = await startReceiver()
  const listening = (name: keyof typeof receivers, over = {}) => [
    channel('main', { event_stream_callback_uri: receivers[name].url, ...over }),
  ]
  suite = await startSuite({
    services: ['gateway', 'forum', 'apps'],
    config: {
      captcha: { enabled: false },
      delivery,
      sections: [
        { key: 'welcome', display_name: 'Welcome' },
        { key: 'strategy', display_name: 'Strategy' },
        { key: 'other', display_name: 'Other' },
      ],
      apps: [
        app('strategy_game', { sections: ['strategy'], channels: listening('strategy') }),
        app('welcome_game', { sections: ['welcome'], channels: listening('welcome') }),
        app('platform', { channels: listening('official', { is_official: true }) }),
      ],
    },
  })
  administrator = await suite.administrator()
  member = await suite.member('ada')
})
afterAll(async () => {
  await suite?.close()
  for (const receiver of Object.values(receivers)) await receiver.close()
})

const appId = async (key: string) => {
  const { body } = await suite.call('GET', '/apps')
  return body.items.find((item: { key: string }) => item.key === key).id
}
const edit = (id: string, body: unknown, as: Member) => suite.call('PATCH', `/apps/${id}`, { as, body })

describe('owners', () => {
  it('may be made of an account that registered a moment ago', async () => {
    const id = await appId('platform')
    const newcomer = await suite.member('newcomer')
    const owners = [{ type: 'User', id: newcomer.id }]
    expect((await edit(id, { owners }, administrator)).body.owners).toEqual(owners)
    expect((await edit(id, { kind: 'Platform' }, newcomer)).status).toBe(200)
    expect(outcome(await edit(id, { kind: 'Platform' }, member))).toEqual(refused(403, 'forbidden'))
  })

  it('are refused as a whole when one names nobody', async () => {
    const id = await appId('platform')
    const before = (await suite.call('GET', `/apps/${id}`)).body
    const owners = [
      { type: 'User', id: member.id },
      { type: 'User', id: '01890000-0000-7000-8000-0000000000ff' },
    ]
    expect(outcome(await edit(id, { owners, kind: 'Other' }, administrator))).toEqual(
      refused(422, 'unknown owner'),
    )
    expect((await suite.call('GET', `/apps/${id}`)).body).toEqual(before)
  })
})

it('tells an app of the acts in its sections, official channels of all', async () => {
  async function lockedThread(section: string): Promise<string> {
    const opened = await suite.call('POST', `/forum/sections/${section}`, {
      as: member,
      body: { title: `A thread of ${section}`, body: 'Hello.' },
    })
    expect(opened.status).toBe(200)
    const locked = await suite.call('PATCH', `/forum/threads/${opened.body.id}`, {
      as: administrator,
      body: { is_locked: true },
    })
    expect(locked.status).toBe(200)
    return opened.body.id
  }
  const threadsAt = ({ posts }: Receiver) => posts.map(({ event }) => event.data.thread).sort()

  const other = await lockedThread('other')
  const strategy = await lockedThread('strategy')
  const welcome = await lockedThread('welcome')
  const again = await lockedThread('strategy')
  await expect
    .poll(() => threadsAt(receivers.official), PATIENT)
    .toEqual([other, strategy, welcome, again].sort())
  await expect.poll(() => threadsAt(receivers.strategy), PATIENT).toEqual([strategy, again].sort())
  await expect.poll(() => threadsAt(receivers.welcome), PATIENT).toEqual([welcome])
  expect(receivers.strategy.posts[0]!.event.data).toMatchObject({
    action: 'LockThread',
    actor: { type: 'User', id: administrator.id },
    data: { is_locked: true },
  })
})
