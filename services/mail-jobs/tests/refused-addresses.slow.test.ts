import type { Member } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOfAddress } from '../src/mail/refusals.ts'
import { bounceOf } from './bounces.ts'
import { addressOf, DigestWorld, ok } from './digest-world.ts'
import { gate, Refusal } from './mail-server.ts'
import { eventually } from './support.ts'

/** Addresses at which nobody gets mails, as their mail server says. */

let world: DigestWorld
beforeAll(async () => {
  world = await DigestWorld.start({ replicas: 1, bounces: 'bounces@community.example' })
})
afterAll(() => world?.close())

const refusedOf = async (member: Member) =>
  ok(await world.call('GET', `/users/${member.id}/refused-emails`, member))
const refuse = (address: string, code: number, words: string) =>
  world.mails.behave(address, {
    recipient: () => {
      throw new Refusal(code, words)
    },
  })
const nextDigest = async () => {
  await world.reply()
  await world.told()
  await world.endPeriods()
  await world.settled()
}
const addAddress = (member: Member, email: string, rank: number) =>
  world.rows(
    'gateway',
    `INSERT INTO user_link (id, account_id, type, external_id, display_name, rank)
     VALUES (gen_random_uuid(), $1, 'Email', $2, $2, $3)`,
    [member.id, email, rank],
  )

it('get no more digests, and the member is told, until it is confirmed anew', async () => {
  const member = await world.reader('gone')
  const address = addressOf(member)
  expect(await refusedOf(member)).toEqual([])
  refuse(address, 550, '5.1.1 no such user')
  await nextDigest()
  expect(await world.outcomesOf(member)).toEqual(['Refused'])
  const [told, ...others] = await refusedOf(member)
  expect([told, others]).toEqual([
    { email: address, time: expect.any(String), answer: '550 5.1.1 no such user' },
    [],
  ])

  world.mails.behave(address, {})
  await nextDigest()
  expect(await world.outcomesOf(member)).toEqual(['Refused', 'Dropped'])
  expect(world.mails.to(address)).toEqual([])
  expect(await refusedOf(member)).toEqual([told])

  ok(await world.call('PUT', '/auth/self/confirmation', member, { current_password: member.password }))
  ok(await world.call('POST', `/users/${member.id}/emails`, member, { email: address }))
  await eventually(async () => expect(world.mails.to(address)).toHaveLength(1))
  const token = /[A-Za-z0-9_-]{43}/.exec(world.mails.to(address)[0]!.text ?? '')![0]
  ok(await world.call('PUT', `/users/${member.id}/emails`, member, { token }))
  expect(await refusedOf(member)).toEqual([])
  await nextDigest()
  expect(world.mailsTo(member)).toHaveLength(1)
})

it('leave the digests to the next address', async () => {
  const member = await world.reader('moved')
  await addAddress(member, 'moved-2@example.com', 1)
  refuse(addressOf(member), 551, 'User not local')
  await nextDigest()
  expect(world.mails.to('moved-2@example.com')).toEqual([])
  await nextDigest()
  expect(world.mails.to('moved-2@example.com')).toHaveLength(1)
  expect((await refusedOf(member)).map(({ email }: { email: string }) => email)).toEqual([addressOf(member)])
})

it('are not those whose server refuses the message, or is full', async () => {
  const full = await world.reader('full')
  const spam = await world.reader('spam')
  refuse(addressOf(full), 552, '5.2.2 mailbox is full')
  world.mails.behave(addressOf(spam), {
    end: () => {
      throw new Refusal(550, '5.7.1 looks like spam')
    },
  })
  await nextDigest()
  for (const member of [full, spam]) {
    expect(await world.outcomesOf(member)).toEqual(['Refused'])
    expect(await refusedOf(member)).toEqual([])
  }
})

describe('a mail that comes back', () => {
  const back = (token: string, message: Buffer) =>
    fetch(`${world.suite.url}/api/v1/outbound_email/bounces/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822' },
      body: new Uint8Array(message),
    })
  const tokenOf = async (member: Member) => {
    await nextDigest()
    const { returnPath } = world.mailsTo(member).at(-1)!
    expect(returnPath).toMatch(/^bounces\+[0-9a-f]{32}-[0-9a-f]{16}@community\.example$/)
    return returnPath.slice('bounces+'.length).split('@')[0]!
  }
  const gone = bounceOf({
    recipients: ['Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user'],
  })

  it('ends the digests to its address, and the member is told', async () => {
    const member = await world.reader('returned')
    const token = await tokenOf(member)
    const answer = await back(token, gone)
    expect([answer.status, await answer.json()]).toEqual([200, { is_refusal: true }])
    expect((await back(token.toUpperCase(), gone)).status).toBe(200)
    expect(await refusedOf(member)).toEqual([
      { email: addressOf(member), time: expect.any(String), answer: '550 5.1.1 no such user' },
    ])
    await nextDigest()
    expect(world.mailsTo(member)).toHaveLength(1)
  })

  it('for another reason, or by a token that nobody was sent, ends nothing', async () => {
    const member = await world.reader('returning')
    const token = await tokenOf(member)
    const full = await back(token, bounceOf({ recipients: ['Action: failed\nStatus: 5.2.2'] }))
    expect([full.status, await full.json()]).toEqual([200, { is_refusal: false }])
    const forged = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const wrong of [forged, 'x', `${token}0`]) expect((await back(wrong, gone)).status).toBe(404)
    expect((await back(token, Buffer.alloc(0))).status).toBe(400)
    expect((await back(token, Buffer.alloc(1_048_577))).status).toBe(413)
    expect(await refusedOf(member)).toEqual([])
  })
})

it('may be refused at the end of a message as well, by their class', async () => {
  const member = await world.reader('late_answer')
  world.mails.behave(addressOf(member), {
    end: () => {
      throw new Refusal(550, '5.1.1 no such user')
    },
  })
  await nextDigest()
  expect(await refusedOf(member)).toHaveLength(1)
})

it('are noted even if the gateway could not be told at once', async () => {
  const member = await world.reader('late')
  const [gateway] = world.suite.processes.gateway
  const away = gate()
  world.mails.behave(addressOf(member), {
    recipient: async () => {
      if (world.mails.count('recipient', addressOf(member)) === 1) {
        await gateway!.kill()
        away.open()
      }
      throw new Refusal(550, '5.1.1 no such user')
    },
  })
  await world.reply()
  await world.told()
  await world.endPeriods()
  await away.opened
  await gateway!.start()
  await world.settled()
  expect(await world.outcomesOf(member)).toEqual(['Refused'])
  expect(await refusedOf(member)).toHaveLength(1)
})

describe('an answer to a recipient', () => {
  it.each([
    [550, '550 no such user', true],
    [550, '550 5.1.1 no such user', true],
    [550, '550-5.1.10 null MX', true],
    [550, '550 5.2.1 disabled', true],
    [553, '553 not a mailbox', true],
    [554, '554 5.7.1 relay access denied', false],
    [550, '550 5.7.26 not authenticated', false],
    [552, '552 full', false],
    [552, '552 5.2.2 full', false],
    [550, '550 5.4.4 no route', false],
    [451, '451 5.1.1 later', false],
    [556, '556 domain does not accept mail', true],
    [550, '550 5.1.8 sender domain not found', false],
    [553, '553 5.1.7 not a sender', false],
    [554, '554 client host blocked using dnsbl.example', false],
    [550, '550 blocked by our spam filter', false],
    [550, '550 relaying denied', false],
    [530, '530 authentication required', false],
    [501, '501 syntax error', false],
  ])('%i (%s) is of the address: %j', (code, words, expected) => {
    expect(isOfAddress(code, words)).toBe(expected)
  })
})
