import { newId } from '@agora/shared/contracts/ids'
import type { Member } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, DigestWorld, headersOf, ok } from './digest-world.ts'
import { Refusal } from './mail-server.ts'
import { eventually, inAnHour } from './support.ts'

let world: DigestWorld
beforeAll(async () => {
  world = await DigestWorld.start()
})
afterAll(() => world?.close())

const sanction = async (member: Member, more: object) => {
  const user = { type: 'User', id: member.id }
  const body = { user, internal_note: 'Between moderators.', ...more }
  return ok(await world.call('POST', '/forum/sanctions', world.administrator, body)) as { id: string }
}
const outcomeOf = async ({ id }: { id: string }) =>
  (
    await world.rows<{ outcome: string | null }>(
      'mail-jobs',
      'SELECT outcome FROM outbound_email WHERE id = $1',
      [id],
    )
  ).map(({ outcome }) => outcome)
const ends = (one: { id: string }, outcome: string) =>
  eventually(async () => expect(await outcomeOf(one)).toEqual([outcome]))

describe('who is warned or muted', () => {
  it('is told by mail where, why and until when, once, from whichever replica', async () => {
    const muted = await world.reader('muted')
    const { id } = ok(await world.call('GET', '/forum/sections/welcome'))
    const expiresAt = '2099-05-06T07:08:00.000Z'
    const mute = await sanction(muted, {
      kind: 'Mute',
      section: { type: 'ForumSection', id },
      reason: 'Sold <accounts>.',
      expires_at: expiresAt,
    })
    await ends(mute, 'Sent')
    const [mail, ...more] = world.mails.to(addressOf(muted))
    expect(more).toEqual([])
    expect(mail?.subject).toBe('A moderator of Agora has muted you')
    for (const said of [
      'in the section Welcome',
      'Sold <accounts>.',
      'May 6, 2099',
      `${world.suite.url}/sanctions`,
    ])
      expect(mail?.text).toContain(said)
    expect(mail?.html).toContain('Sold &lt;accounts&gt;.')
    expect(mail?.text).not.toContain('Between moderators.')
  })

  it('reads it in the language of their mails, however often they want digests', async () => {
    const fleur = await world.reader('fleur', { email: 'Weekly', language: 'fr' })
    ok(
      await world.call(
        'PATCH',
        '/notifications/settings',
        fleur,
        { email: 'Never' },
        { 'accept-language': 'fr' },
      ),
    )
    const warning = await sanction(fleur, { kind: 'Warning', reason: 'Un mot.' })
    await ends(warning, 'Sent')
    expect(world.mails.to(addressOf(fleur))[0]?.subject).toBe('La modération de Agora vous a averti')
  })

  it('without a confirmed address, or once it is lifted, gets none', async () => {
    const nobody = await world.reader('nobody', { isVerified: false })
    await ends(await sanction(nobody, { kind: 'Warning', reason: 'A word.' }), 'Dropped')
    const forgiven = await world.reader('forgiven')
    world.mails.behave(addressOf(forgiven), {
      recipient: async () => {
        world.mails.behave(addressOf(forgiven), {})
        const listed = await world.call('GET', `/forum/sanctions?user=${forgiven.id}`, world.administrator)
        ok(await world.call('DELETE', `/forum/sanctions/${ok(listed).items[0].id}`, world.administrator))
        throw new Refusal(450, 'later')
      },
    })
    await ends(await sanction(forgiven, { kind: 'Mute', reason: 'By mistake.' }), 'Dropped')
    expect(world.mails.to(addressOf(forgiven))).toEqual([])
  })
})

it('every mail names the site as its pages do, that of the operators too', async () => {
  const rename = async (name: string | null) =>
    ok(await world.call('PATCH', '/site', world.administrator, { name }))
  const named = 'The Guild of *Stars*'
  await rename(named)
  const warned = await world.reader('warned_by_the_guild')
  const send = async (recipient: string) => {
    const mail = { deadline: inAnHour(), idempotency_key: newId(), recipient, subject: '-', body: '-' }
    return ok(await world.call('POST', '/outbound_email', world.administrator, mail)).payload.data
  }
  const fromOf = (address: string) => headersOf(world.mails.to(address).at(-1)!.raw)
  // Each of two processes asks once a second.
  await eventually(async () => {
    expect(await send('operators@example.com')).toMatchObject({ site: named })
    await sanction(warned, { kind: 'Warning', reason: 'Once more.' })
    await eventually(() => expect(world.mails.to(addressOf(warned)).at(-1)?.subject).toContain(named))
  })
  for (const address of ['operators@example.com', addressOf(warned)])
    expect(fromOf(address)).toMatch(/^From: "?The Guild of \*Stars\*"? </m)
  await rename(null)
})
