import { newId } from '@agora/shared/contracts/ids'
import type { Answer, Caller, CallOptions } from '@agora/testing/client'
import { type PrincipalInput, type Suite, type SuiteOptions, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { MailServer } from './mail-server.ts'

type Options = Pick<SuiteOptions, 'config'> & {
  env?: Record<string, string>
  replicas?: number
  smtpUrl?: string
}

export const WAIT = { timeout: 45_000, interval: 50 }
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

export interface MailJobs {
  suite: Suite
  mailServer: MailServer
  administrator: Caller
  administratorId: string
  principal(input: PrincipalInput): Promise<Caller>
  call(method: string, path: string, options?: CallOptions & { replica?: number }): Promise<Answer>
  /** POST /outbound_email as the administrator, with sensible defaults. */
  send(body: Record<string, unknown>, replica?: number): Promise<Answer>
  /** Queries the service's own tables. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A connection of the test's own, to hold locks. */
  connect(): Promise<pg.Client>
  metric(pattern: RegExp): Promise<number>
  close(): Promise<void>
}

/** The service alone, with a mail server, called as the gateway would. */
export async function startMailJobs(options: Options = {}): Promise<MailJobs> {
  const mailServer = await MailServer.start()
  const suite = await startSuite({
    services: ['mail-jobs'],
    replicas: { 'mail-jobs': options.replicas ?? 1 },
    smtpUrl: options.smtpUrl ?? mailServer.url,
    env: { 'mail-jobs': options.env ?? {} },
    ...(options.config ? { config: options.config } : {}),
  })
  const principal = (input: PrincipalInput) => suite.principal(input, 'mail-jobs')
  const administratorId = newId()
  const administratorCaller = () =>
    principal({
      kind: 'user',
      id: administratorId,
      displayName: 'Ada Administrator',
      isAdministrator: true,
      isRecent: true,
      ceiling: 'full',
      createdAt: '2026-01-01T00:00:00.000Z',
    })
  const administrator = await administratorCaller()

  const call: MailJobs['call'] = (method, path, { replica = 0, ...callOptions } = {}) =>
    suite.call(method, `${suite.urls['mail-jobs'][replica]}/api/v1${path}`, callOptions)
  const connect = async () => {
    const client = new pg.Client({
      connectionString: suite.database.urls['mail-jobs'],
      options: '-c search_path=mail_jobs',
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  return {
    suite,
    mailServer,
    administrator,
    administratorId,
    principal,
    call,
    connect,
    // A fresh principal each time: a signed one expires after a minute.
    send: async (body, replica = 0) =>
      call('POST', '/outbound_email', {
        as: await administratorCaller(),
        replica,
        body: {
          deadline: inAnHour(),
          idempotency_key: newId(),
          recipient: 'somebody@example.com',
          subject: 'unused',
          body: 'unused',
          ...body,
        },
      }),
    async sql(text, values = []) {
      const client = await connect()
      try {
        return (await client.query(text, values)).rows
      } finally {
        await client.end()
      }
    },
    async metric(pattern) {
      const { text } = await suite.call('GET', `${suite.urls['mail-jobs'][0]}/metrics`)
      const line = text.split('\n').find((candidate) => pattern.test(candidate))
      return Number(line?.split(' ').at(-1) ?? Number.NaN)
    },
    async close() {
      await suite.close()
      await mailServer.close()
    },
  }
}

export const error = (status: number, message: string) => ({ status, body: { error: message } })

/** Status and body, to compare with what is expected. */
export const outcome = ({ status, body }: Answer) => ({ status, body })

export async function eventually(check: () => Promise<void> | void): Promise<void> {
  await vi.waitFor(check, WAIT)
}

/** Waits until a statement of the service waits for a lock that the test holds. */
export async function untilBlocked(service: MailJobs, fragment: string): Promise<void> {
  await eventually(async () => {
    const waiting = await service.sql(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [`%${fragment}%`],
    )
    expect(waiting.length).toBeGreaterThan(0)
  })
}
