import { newId } from '@agora/shared/contracts/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gate, Refusal } from './mail-server.ts'
import { error, eventually, inSeconds, type MailJobs, outcome, startMailJobs } from './support.ts'

const timeout = error(504, 'timeout during request processing')
const failure = error(500, 'internal error')

async function outputOf(service: MailJobs, recipient: string) {
  const [row] = await service.sql<{ output: Record<string, unknown>; status: string; outcome: string }>(
    `SELECT task.output, task.status, outbound_email.outcome FROM task JOIN outbound_email ON task_id = task.id
     WHERE recipient = $1`,
    [recipient],
  )
  return row
}

describe('a mail server that is slow, refuses or disconnects', () => {
  let service: MailJobs
  beforeAll(async () => {
    service = await startMailJobs({ env: { MAIL_LEASE_SECONDS: '3' } })
  })
  afterAll(() => service.close())

  it('gets ten seconds, wherever it hangs; the message is then sent once, and the key reports it', async () => {
    const { opened, open } = gate()
    service.mailServer.behave('hangs-at-rcpt@example.com', { recipient: () => opened })
    service.mailServer.behave('hangs-at-the-end@example.com', { end: () => opened })
    const recipients = ['hangs-at-rcpt@example.com', 'hangs-at-the-end@example.com']
    const keys = recipients.map(() => newId())
    const send = (recipient: string, index: number) =>
      service.send({ recipient, idempotency_key: keys[index] })

    expect((await Promise.all(recipients.map(send))).map(outcome)).toEqual([timeout, timeout])
    const again = recipients.map(send)
    open()
    expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200])
    for (const recipient of recipients) expect(service.mailServer.to(recipient)).toHaveLength(1)
    const { body } = await service.call('GET', '/outbound_email', { as: service.administrator })
    expect(body.items.map(({ recipient }: { recipient: string }) => recipient).sort()).toEqual(
      recipients.sort(),
    )
  })

  it('refuses permanently with 5xx, at the address or at the end: 500 at once, no retry, not in the list', async () => {
    const refuse = () => {
      throw new Refusal(550, 'no such mailbox')
    }
    service.mailServer.behave('refused@example.com', { recipient: refuse })
    service.mailServer.behave('refused-late@example.com', { end: refuse })
    for (const recipient of ['refused@example.com', 'refused-late@example.com']) {
      const body = { recipient, idempotency_key: newId() }
      expect(outcome(await service.send(body))).toEqual(failure)
      expect(outcome(await service.send(body))).toEqual(failure)
      expect(service.mailServer.count('recipient', recipient)).toBe(1)
      expect(await outputOf(service, recipient)).toEqual({
        status: 'Complete',
        outcome: 'Refused',
        output: { outcome: 'Refused', attempts: 1, unanswered: 0, detail: expect.stringContaining('550 ') },
      })
    }
    const { text } = await service.call('GET', '/outbound_email', { as: service.administrator })
    expect(text).not.toContain('refused')
  })

  it('asks for a retry with 4xx: the task is blocked and retried within the same request', async () => {
    let asked = 0
    let blocked: unknown
    service.mailServer.behave('patience@example.com', {
      recipient: async () => {
        asked += 1
        if (asked === 1) throw new Refusal(450, 'come again')
      },
    })
    const answer = service.send({ recipient: 'patience@example.com' })
    await eventually(async () => {
      const [task] = await service.sql<{ status: string }>(
        `SELECT status, lease_id, due_at > polled_at AS later FROM task JOIN outbound_email ON task_id = task.id
         WHERE recipient = 'patience@example.com' AND status = 'Blocked'`,
      )
      expect(task).toBeDefined()
      blocked = task
    })
    expect(blocked).toEqual({ status: 'Blocked', lease_id: null, later: true })
    expect((await answer).status).toBe(200)
    expect(asked).toBe(2)
    expect(service.mailServer.to('patience@example.com')).toHaveLength(1)
  })

  it('asks for retries beyond the deadline: abandoned then, 500', async () => {
    service.mailServer.behave('never@example.com', {
      recipient: () => {
        throw new Refusal(451, 'come again')
      },
    })
    const answer = await service.send({ recipient: 'never@example.com', deadline: inSeconds(4) })
    expect(outcome(answer)).toEqual(failure)
    expect(service.mailServer.count('recipient', 'never@example.com')).toBeGreaterThan(1)
    expect(await outputOf(service, 'never@example.com')).toMatchObject({ outcome: 'Abandoned' })
  })

  it('hangs past the deadline: the conversation is aborted and nothing is sent', async () => {
    const { opened, open } = gate()
    service.mailServer.behave('hangs-over@example.com', { recipient: () => opened })
    const answer = await service.send({ recipient: 'hangs-over@example.com', deadline: inSeconds(3) })
    expect(outcome(answer)).toEqual(failure)
    open()
    expect(await outputOf(service, 'hangs-over@example.com')).toMatchObject({ outcome: 'Abandoned' })
    expect(service.mailServer.to('hangs-over@example.com')).toEqual([])
  })

  it('disconnects before it has the message: retried, sent once', async () => {
    let broken = 0
    service.mailServer.behave('breaks@example.com', {
      recipient: ({ drop }) => {
        broken += 1
        if (broken <= 2) drop()
      },
    })
    expect((await service.send({ recipient: 'breaks@example.com' })).status).toBe(200)
    expect(service.mailServer.to('breaks@example.com')).toHaveLength(1)
    expect(await outputOf(service, 'breaks@example.com')).toMatchObject({
      output: { attempts: 3, unanswered: 0 },
    })
  })

  it('receives the whole message without answering: sent once more with the same Message-ID, and recorded as such', async () => {
    let ended = 0
    service.mailServer.behave('silent@example.com', {
      end: async ({ drop }) => {
        ended += 1
        if (ended === 1) drop()
      },
    })
    const answer = await service.send({ recipient: 'silent@example.com' })
    expect(answer.status).toBe(200)
    // The first one was accepted without an answer.
    const [first, second, ...others] = service.mailServer.to('silent@example.com')
    expect(others).toEqual([])
    expect(second?.raw.equals(first?.raw as Buffer)).toBe(true)
    expect(await outputOf(service, 'silent@example.com')).toMatchObject({
      output: { outcome: 'Sent', attempts: 2, unanswered: 1 },
    })
  })

  it('does not answer the second one either: nothing is sent a third time, and the outcome is uncertain', async () => {
    service.mailServer.behave('mute@example.com', { end: ({ drop }) => drop() })
    const body = { recipient: 'mute@example.com', idempotency_key: newId() }
    expect(outcome(await service.send(body))).toEqual(failure)
    expect(outcome(await service.send(body))).toEqual(failure)
    expect(service.mailServer.count('end', 'mute@example.com')).toBe(2)
    expect(await outputOf(service, 'mute@example.com')).toMatchObject({
      outcome: 'Uncertain',
      output: { attempts: 2, unanswered: 2 },
    })
  })
})

describe('a mail server that does not even greet', () => {
  let service: MailJobs
  beforeAll(async () => {
    service = await startMailJobs()
  })
  afterAll(() => service.close())

  it('gets ten seconds; the message goes out once it does', async () => {
    const { opened, open } = gate()
    service.mailServer.greet = () => opened
    const body = { recipient: 'greeted@example.com', idempotency_key: newId() }
    expect(outcome(await service.send(body))).toEqual(timeout)
    open()
    expect((await service.send(body)).status).toBe(200)
    expect(service.mailServer.to('greeted@example.com')).toHaveLength(1)
  })

  it('and one that refuses every connection permanently makes it 500', async () => {
    service.mailServer.greet = () => {
      throw new Refusal(554, 'no mail here')
    }
    expect(outcome(await service.send({ recipient: 'away@example.com' }))).toEqual(failure)
  })
})

describe('no mail server at all', () => {
  it('makes it 504 after ten seconds, and the message is still to be sent', async () => {
    const service = await startMailJobs({ smtpUrl: 'smtp://127.0.0.1:9' })
    expect(outcome(await service.send({ recipient: 'later@example.com' }))).toEqual(timeout)
    const [mail] = await service.sql('SELECT outcome, unanswered FROM outbound_email')
    expect(mail).toEqual({ outcome: null, unanswered: 0 })
    await service.close()
  })
})
