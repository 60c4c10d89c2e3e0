import { newId } from '@agora/shared/contracts/ids'
import type { ServiceProcess } from '@agora/suite/service-process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, type MailJobs, startMailJobs, untilBlocked } from './support.ts'

let service: MailJobs
let worker: ServiceProcess

beforeAll(async () => {
  service = await startMailJobs({ env: { MAIL_LEASE_SECONDS: '2' } })
  worker = service.suite.processes['mail-jobs'][0] as ServiceProcess
})
afterAll(() => service.close())

interface Record {
  outcome: string
  unanswered: number
  task: string
}

/**
 * Requests a mail whose worker is killed; the answer is that to a second request with the same key, from a new worker.
 */
async function sendAndKill(recipient: string, kill: () => Promise<void>) {
  const body = { recipient, idempotency_key: newId() }
  const lost = service.send(body).catch((failure: unknown) => failure)
  await kill()
  expect(worker.isRunning).toBe(false)
  expect(await lost).toBeInstanceOf(Error)
  await worker.start()
  const answer = await service.send(body)
  const [record] = await service.sql<Record>(
    `SELECT outcome, unanswered, task.status AS task FROM outbound_email JOIN task ON task.id = task_id
     WHERE recipient = $1`,
    [recipient],
  )
  return { status: answer.status, record, accepted: service.mailServer.to(recipient) }
}

/** Certain: no server can have accepted the message before the kill. */
const sentOnce = { outcome: 'Sent', unanswered: 0, task: 'Complete' }
/** The window: the server may have accepted it, so it may have arrived twice, and the record says so. */
const perhapsTwice = { outcome: 'Sent', unanswered: 1, task: 'Complete' }

it('killed after the claim, before contacting the server: sent once', async () => {
  service.mailServer.greet = async () => {
    service.mailServer.greet = () => {}
    await worker.kill()
  }
  const { status, record, accepted } = await sendAndKill('claimed@example.com', async () => {
    await eventually(() => expect(worker.isRunning).toBe(false))
  })
  expect([status, record, accepted.length]).toEqual([200, sentOnce, 1])
})

it('killed before DATA: sent once', async () => {
  const recipient = 'addressed@example.com'
  service.mailServer.behave(recipient, {
    recipient: async () => {
      service.mailServer.behave(recipient, {})
      await worker.kill()
    },
  })
  const { status, record, accepted } = await sendAndKill(recipient, async () => {
    await eventually(() => expect(worker.isRunning).toBe(false))
  })
  expect([status, record, accepted.length]).toEqual([200, sentOnce, 1])
})

it('killed during DATA, with all but its end sent: sent once', async () => {
  const recipient = 'begun@example.com'
  const test = await service.connect()
  const { status, record, accepted } = await sendAndKill(recipient, async () => {
    // The worker checks the row before it sends the end: a lock on it stops the worker there.
    await eventually(async () => {
      await test.query('BEGIN')
      const { rows } = await test.query(
        'SELECT 1 FROM outbound_email WHERE recipient = $1 AND handed_at IS NULL FOR UPDATE',
        [recipient],
      )
      if (rows.length === 0) await test.query('ROLLBACK')
      expect(rows).toHaveLength(1)
    })
    await untilBlocked(service, 'handed_at = now()')
    await eventually(() => expect(service.mailServer.count('data', recipient)).toBe(1))
    await worker.kill()
    // The waiting statement would take effect for a client that is gone.
    await service.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%handed_at = now()%'`,
    )
    await test.query('ROLLBACK')
  })
  await test.end()
  expect(service.mailServer.count('end', recipient)).toBe(1)
  expect([status, record, accepted.length]).toEqual([200, sentOnce, 1])
})

it('killed after the end of DATA, before its 250: never lost, at most twice, one Message-ID, and on record', async () => {
  const recipient = 'ended@example.com'
  service.mailServer.behave(recipient, {
    end: async () => {
      service.mailServer.behave(recipient, {})
      await worker.kill()
    },
  })
  const { status, record, accepted } = await sendAndKill(recipient, async () => {
    await eventually(() => expect(worker.isRunning).toBe(false))
  })
  expect([status, record, accepted.length]).toEqual([200, perhapsTwice, 2])
  expect(new Set(accepted.map(({ messageId }) => messageId)).size).toBe(1)
})

it('killed after the 250 went out, before it was read: never lost, at most twice, and on record', async () => {
  const recipient = 'answered@example.com'
  service.mailServer.behave(recipient, {
    end: () => {
      service.mailServer.behave(recipient, {})
      process.kill(worker.pid as number, 'SIGSTOP')
    },
  })
  const { status, record, accepted } = await sendAndKill(recipient, async () => {
    await eventually(() => expect(service.mailServer.count('accepted', recipient)).toBe(1))
    await worker.kill()
  })
  expect([status, record, accepted.length]).toEqual([200, perhapsTwice, 2])
})

it('killed after the 250 was read, while the record is written: never lost, at most twice, and on record', async () => {
  const recipient = 'recording@example.com'
  const test = await service.connect()
  service.mailServer.behave(recipient, {
    end: async () => {
      service.mailServer.behave(recipient, {})
      await test.query('BEGIN')
      await test.query('SELECT 1 FROM outbound_email WHERE recipient = $1 FOR UPDATE', [recipient])
    },
  })
  const { status, record, accepted } = await sendAndKill(recipient, async () => {
    await untilBlocked(service, 'UPDATE outbound_email SET unanswered')
    await worker.kill()
    await test.query('ROLLBACK')
  })
  await test.end()
  expect([status, record, accepted.length]).toEqual([200, perhapsTwice, 2])
})

it('paused past its lease, a worker can neither send the end of a message nor end the task of another', async () => {
  const recipient = 'paused@example.com'
  service.mailServer.behave(recipient, {
    recipient: async () => {
      service.mailServer.behave(recipient, {})
      process.kill(worker.pid as number, 'SIGSTOP')
      // As if another worker had taken the task meanwhile.
      await service.sql(
        `UPDATE task SET lease_id = gen_random_uuid(), lease_expires_at = now() + interval '3 seconds'
         FROM outbound_email WHERE task_id = task.id AND recipient = $1`,
        [recipient],
      )
      process.kill(worker.pid as number, 'SIGCONT')
    },
  })
  expect((await service.send({ recipient })).status).toBe(200)
  expect(service.mailServer.to(recipient)).toHaveLength(1)
  expect(service.mailServer.count('data', recipient)).toBe(2)
  expect(service.mailServer.count('end', recipient)).toBe(1)
})

it('asked to close in the middle of a message, a worker releases the task at once', async () => {
  const recipient = 'closing@example.com'
  let stopping: Promise<unknown> | undefined
  service.mailServer.behave(recipient, {
    recipient: async () => {
      service.mailServer.behave(recipient, {})
      stopping = worker.stop()
      await stopping
    },
  })
  const body = { recipient, idempotency_key: newId() }
  const first = service.send(body).catch((failure: unknown) => failure)
  await eventually(() => expect(stopping).toBeDefined())
  await stopping
  await first
  expect(await service.sql('SELECT 1 FROM task WHERE lease_id IS NOT NULL')).toEqual([])
  await worker.start()
  expect((await service.send(body)).status).toBe(200)
  expect(service.mailServer.to(recipient)).toHaveLength(1)
})

it('the server accepted each of these messages, and every row agrees with what it accepted', async () => {
  const rows = await service.sql<{ recipient: string; outcome: string; most: number }>(
    'SELECT recipient, outcome, 1 + unanswered AS most FROM outbound_email',
  )
  expect(rows).toHaveLength(8)
  for (const { recipient, outcome, most } of rows) {
    expect(outcome).toBe('Sent')
    const taken = service.mailServer.to(recipient).length
    expect(taken).toBeGreaterThanOrEqual(1)
    expect(taken).toBeLessThanOrEqual(most)
  }
})
