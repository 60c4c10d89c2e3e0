import { readEnv } from '@agora/shared/config/env'
import { newId } from '@agora/shared/contracts/ids'
import { PRINCIPAL_HEADER } from '@agora/shared/contracts/principal'
import { principalSigner } from '@agora/shared/http/principal-signer'
import { createRunner } from '@agora/shared/work/runner'
import { newSecrets } from '@agora/suite/secrets'
import type { ServiceProcess } from '@agora/suite/service-process'
import { createTestDatabase } from '@agora/testing/test-postgres'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../src/app.ts'
import { Env } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import type { TaskKind } from '../src/kinds/kind.ts'
import { registryOf } from '../src/kinds/registry.ts'
import { taskWork } from '../src/tasks/work.ts'
import { eventually, type MailJobs, startMailJobs } from './support.ts'

let service: MailJobs

beforeAll(async () => {
  service = await startMailJobs({ replicas: 2, env: { MAIL_LEASE_SECONDS: '2' } })
})
afterAll(() => service.close())

it('a replica takes over from a killed one', async () => {
  const [first, second] = service.suite.processes['mail-jobs'] as [ServiceProcess, ServiceProcess]
  const recipient = 'left@example.com'
  service.mailServer.behave(recipient, {
    recipient: async () => {
      service.mailServer.behave(recipient, {})
      process.kill(second.pid as number, 'SIGCONT')
      await first.kill()
    },
  })
  const key = newId()
  // Stopped, so that the other one certainly has the task.
  process.kill(second.pid as number, 'SIGSTOP')
  const lost = service.send({ recipient, idempotency_key: key }, 0).catch((failure: unknown) => failure)
  expect(await lost).toBeInstanceOf(Error)
  expect((await service.send({ recipient, idempotency_key: key }, 1)).status).toBe(200)
  expect(service.mailServer.count('recipient', recipient)).toBe(2)
  expect(service.mailServer.to(recipient)).toHaveLength(1)
  await first.start()
})

it('a worker paused between the end of a message and its answer is not waited for, and its outcome is recorded', async () => {
  const [first, second] = service.suite.processes['mail-jobs'] as [ServiceProcess, ServiceProcess]
  const recipient = 'slept@example.com'
  let ends = 0
  service.mailServer.behave(recipient, {
    end: async () => {
      ends += 1
      if (ends > 1) return
      process.kill(second.pid as number, 'SIGCONT')
      process.kill(first.pid as number, 'SIGSTOP')
    },
  })
  const key = newId()
  process.kill(second.pid as number, 'SIGSTOP')
  const waiting = service.send({ recipient, idempotency_key: key }, 0)
  await eventually(() => expect(service.mailServer.to(recipient)).toHaveLength(2))
  expect((await service.send({ recipient, idempotency_key: key }, 1)).status).toBe(200)
  process.kill(first.pid as number, 'SIGCONT')
  expect([200, 504]).toContain((await waiting).status)
  const record = () =>
    service.sql(`SELECT outcome, unanswered FROM outbound_email WHERE recipient = $1`, [recipient])
  expect(await record()).toEqual([{ outcome: 'Sent', unanswered: 1 }])
  await first.restart()
  expect(await record()).toEqual([{ outcome: 'Sent', unanswered: 1 }])
  expect(service.mailServer.count('end', recipient)).toBe(2)
})

it('work without a notification is found all the same', async () => {
  const terminate = () =>
    service.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE '%-signals'`,
    )
  await terminate()
  const answers = await Promise.all([service.send({}, 0), service.send({}, 1), terminate()])
  expect(answers.slice(0, 2).map((answer) => 'status' in answer && answer.status)).toEqual([200, 200])
})

it('the metrics show outcomes, attempts, depth and tokens', async () => {
  await service.send({ recipient: 'measured@example.com' }, 0)
  const texts = await Promise.all(
    service.suite.urls['mail-jobs'].map(
      async (url) => (await service.suite.call('GET', `${url}/metrics`)).text,
    ),
  )
  const metrics = texts.join('\n')
  expect(metrics).toMatch(/^mail_outcomes_total\{kind="Markup",outcome="Sent",service="mail-jobs"\} [1-9]/m)
  expect(metrics).toMatch(/^mail_outcome_seconds_count\{.*outcome="Sent".*\} [1-9]/m)
  expect(metrics).toMatch(/^mail_attempts_total\{result="accepted",service="mail-jobs"\} [1-9]/m)
  expect(metrics).toMatch(/^mail_queue_tasks\{state="due",service="mail-jobs"\} 0/m)
  expect(metrics).toMatch(/^mail_operator_tokens\{service="mail-jobs"\} 4\d\./m)
})

it('a kind of task is a file and a line in the registry: an administrator can then create its jobs', async () => {
  const secrets = newSecrets()
  const database = await createTestDatabase()
  const { d: _private, ...publicKey } = secrets.principalKey
  const env = readEnv(Env, {
    PORT: '0',
    AGORA_CONFIG: service.suite.config,
    PRINCIPAL_KEYS: JSON.stringify({ keys: [publicKey] }),
    DATABASE_URL: database.urls['mail-jobs'],
    NATS_URL: 'nats://127.0.0.1:9',
    REDIS_URL: 'redis://127.0.0.1:9',
    GATEWAY_URL: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_PIXEL_KEY: secrets.mailPixelKey,
  })
  const countLetters: TaskKind = {
    name: 'CountLetters',
    version: 1,
    acceptsState: (state) => typeof state === 'string',
    run: async (task) => ({ type: 'complete', output: { letters: String(task.state).length } }),
  }
  const context = {
    ...createContext(env, pino({ level: 'silent' })),
    kinds: registryOf([countLetters]),
  }
  const app = createApp(context)
  const sign = await principalSigner(secrets.principalKey)
  const administrator = {
    kind: 'user' as const,
    id: newId(),
    displayName: 'Ada',
    isAdministrator: true,
    isRecent: true,
    ceiling: 'full' as const,
    createdAt: '2026-01-01T00:00:00.000Z',
    internalKey: 'absent' as const,
  }
  const headers = { [PRINCIPAL_HEADER]: await sign(administrator, 'mail-jobs') }
  const post = (payload: object) => app.inject({ method: 'POST', url: '/api/v1/job/jobs', headers, payload })

  expect((await post({ kind: 'CountLetters', state: 5 })).statusCode).toBe(500)
  const created = await post({ kind: 'CountLetters', state: 'agora' })
  expect(created.statusCode).toBe(200)
  const job = created.json()
  expect(job).toMatchObject({
    created_by: { id: administrator.id },
    task: { status: 'Available', revision: 0, polled_at: null, kind: 'CountLetters', kind_version: 1 },
  })

  const runner = createRunner(taskWork(context))
  await Promise.all([runner.run(job.task.id), runner.run(job.task.id)])
  const task = await app.inject({ url: `/api/v1/job/tasks/${job.task.id}`, headers })
  expect(task.json()).toMatchObject({
    status: 'Complete',
    revision: 2,
    starvation: 0,
    state: 'agora',
    output: { letters: 5 },
  })

  await runner.close()
  await app.close()
  await context.signals.close()
  await context.db.close()
  await database.drop()
})
