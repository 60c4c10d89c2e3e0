import { describe, expect, it } from 'vitest'
import { refusalIn } from '../src/mail/bounce.ts'
import { createReturnPaths } from '../src/mail/return-paths.ts'
import { bounceOf } from './bounces.ts'

/** Mails that come back, as mail servers report it (RFC 3464, with the classes of RFC 3463). */

const read = (fields: string, more: Partial<Parameters<typeof bounceOf>[0]> = {}) =>
  refusalIn(bounceOf({ recipients: [fields], ...more }))

describe('a report', () => {
  it.each([
    [
      'of Postfix',
      'Final-Recipient: rfc822; bob@example.com\nOriginal-Recipient: rfc822;bob@example.com\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; mx.example.com\nDiagnostic-Code: smtp; 550 5.1.1 <bob@example.com>:\n    Recipient address rejected: User unknown',
      '550 5.1.1 <bob@example.com>: Recipient address rejected: User unknown',
    ],
    [
      'of Exchange',
      'Final-Recipient: rfc822;bob@example.com\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found',
    ],
    [
      'that only the server’s words explain',
      'FINAL-RECIPIENT: rfc822; bob@example.com\nACTION: Failed\nSTATUS: 5.0.0\nDiagnostic-Code: smtp; 550 no such user here',
      '550 no such user here',
    ],
    ['without words', 'Action: failed\nStatus: 5.1.2 (no such domain)', '550 5.1.2 the mail came back'],
    [
      'of a mailbox that is closed',
      'Action: failed\nStatus: 5.2.1\nDiagnostic-Code: X-Local; gone',
      '550 5.2.1 gone',
    ],
  ])('%s says that nobody gets mails there', async (_what, fields, said) => {
    expect(await read(fields)).toBe(said)
  })

  it.each([
    ['a delay', 'Action: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; 451 5.1.1 later'],
    ['success', 'Action: delivered\nStatus: 2.1.5'],
    ['a passing failure', 'Action: failed\nStatus: 4.4.7\nDiagnostic-Code: smtp; 421 4.4.7 timeout'],
    ['a full mailbox', 'Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 full'],
    ['spam', 'Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.7.1 looks like spam'],
    ['a policy in words', 'Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 blocked by spamhaus'],
    ['the sender’s address', 'Action: failed\nStatus: 5.1.8\nDiagnostic-Code: smtp; 550 5.1.8 bad sender'],
    ['nothing at all', 'Reporting-UA: x'],
  ])('of %s says nothing of the address', async (_what, fields) => {
    expect(await read(fields)).toBeUndefined()
  })

  it('of several recipients says so if each of them has failed', async () => {
    const [failed, full] = ['Action: failed\nStatus: 5.1.1', 'Action: failed\nStatus: 5.2.2']
    expect(await refusalIn(bounceOf({ recipients: [failed, failed] }))).toBe('550 5.1.1 the mail came back')
    expect(await refusalIn(bounceOf({ recipients: [failed, full] }))).toBeUndefined()
  })

  it('may be one of addresses in other alphabets (RFC 6533)', async () => {
    const type = 'message/global-delivery-status; charset=utf-8'
    const fields =
      'Final-Recipient: utf-8; josé@example.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 pas de josé ici'
    expect(await read(fields, { type })).toBe('550 5.1.1 pas de josé ici')
  })

  it('is no mail that quotes one, and no other mail', async () => {
    const quoted = bounceOf({ recipients: ['Action: failed\nStatus: 5.1.1'], type: 'text/plain' })
    expect(await refusalIn(quoted)).toBeUndefined()
    for (const raw of [
      '',
      'Subject: Out of office\n\nAction: failed\nStatus: 5.1.1',
      '\u0000\u0000',
      'x'.repeat(100_000),
    ])
      expect(await refusalIn(Buffer.from(raw))).toBeUndefined()
  })

  it('has words that a page can show', async () => {
    const fields = `Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 a\u0000b\u001b[31m${'c'.repeat(2_000)}`
    const said = await read(fields)
    expect(said).toMatch(/^550 5\.1\.1 a b \[31mc+$/)
    expect(said!.length).toBeLessThanOrEqual(500)
  })
})

describe('an address for mails that come back', () => {
  const id = '01890000-0000-7000-8000-00000000abcd'
  const paths = createReturnPaths('bounces@community.example', Buffer.alloc(32, 1))

  it('names its mail, in either case, and can be no longer', () => {
    const [local = '', domain] = paths.of(id)!.split('@')
    expect([local.length <= 64, domain]).toEqual([true, 'community.example'])
    const token = local.slice('bounces+'.length)
    expect([paths.mailOf(token), paths.mailOf(token.toUpperCase())]).toEqual([id, id])
    expect(() => createReturnPaths('a.long.bounces.address@x.example', Buffer.alloc(32))).toThrow(
      'mail.bounces',
    )
  })

  it('cannot be made by anybody else', () => {
    const token = paths.of(id)!.slice('bounces+'.length).split('@')[0]!
    const other = createReturnPaths('bounces@community.example', Buffer.alloc(32, 2))
    for (const wrong of [
      '',
      'x',
      token.slice(1),
      `${token}0`,
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ])
      expect(paths.mailOf(wrong)).toBeUndefined()
    expect(other.mailOf(token)).toBeUndefined()
    expect(createReturnPaths(undefined, Buffer.alloc(32)).of(id)).toBeUndefined()
  })
})
