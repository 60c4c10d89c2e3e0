import type { EventDraft } from '@agora/shared/contracts/events/event'
import { userCreatedV1 } from '@agora/shared/contracts/events/identity-v1'
import { newId } from '@agora/shared/contracts/ids'
import { connectionOptions } from '@agora/shared/messaging/nats'
import type { Answer, Caller, CallOptions } from '@agora/testing/client'
import { queryTables } from '@agora/testing/query'
import { type PrincipalInput, type Suite, startSuite } from '@agora/testing/suite'
import { connect, headers } from 'nats'
import type pg from 'pg'
import { expect, vi } from 'vitest'
import { MODERATOR } from './receiver.ts'

type UserInput = Extract<PrincipalInput, { kind: 'user' }>

/** A configured channel, as the tests write it. */
export const channel = (key: string, over: Record<string, unknown> = {}) => ({
  key,
  base_uri: `https://${key}.example/`,
  home_uri: `https://${key}.example/home`,
  ...over,
})

export const app = (key: string, over: Record<string, unknown> = {}) => ({
  key,
  kind: 'Game',
  display_name: `The ${key}`,
  channels: [channel('main')],
  ...over,
})

/** The service alone, called as the gateway would. */
export async function startApps(
  apps: unknown[],
  options: { config?: Record<string, unknown>; env?: Record<string, string>; replicas?: number } = {},
) {
  const suite = await startSuite({
    services: ['apps'],
    replicas: { apps: options.replicas ?? 1 },
    config: { apps, ...options.config },
    env: { apps: options.env ?? {} },
  })
  const client = appsClient(suite)
  await client.sql('INSERT INTO known_user (id, display_name, created_at) VALUES ($1, $2, now())', [
    MODERATOR.id,
    MODERATOR.displayName,
  ])
  return client
}

export function appsClient(suite: Suite) {
  let sequence = 0

  const principal = (input: PrincipalInput) => suite.principal(input, 'apps')
  const user = (id: string, over: Partial<UserInput> = {}) =>
    principal({
      kind: 'user',
      id,
      displayName: 'Somebody',
      isAdministrator: false,
      isRecent: true,
      ceiling: 'full',
      createdAt: '2026-01-01T00:00:00.000Z',
      ...over,
    })

  async function call(
    method: string,
    path: string,
    as: Caller,
    options: Omit<CallOptions, 'as'> & { replica?: number } = {},
  ): Promise<Answer> {
    const { replica = 0, ...rest } = options
    return suite.call(method, `${suite.urls.apps[replica]}/api/v1/apps${path}`, { as, ...rest })
  }

  /** The id of the app with this key, retired ones included. */
  async function idOf(key: string): Promise<string> {
    const [row] = await sql<{ id: string }>('SELECT id FROM app WHERE key = $1', [key])
    if (!row) throw new Error(`no app ${key}`)
    return row.id
  }

  /** Queries the service's own tables. */
  const sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    queryTables<Row>(suite, 'apps', text, values)

  /** Publishes events as another service's relay does. */
  async function publish(...drafts: EventDraft[]): Promise<string[]> {
    const connection = await connect(connectionOptions(suite.nats!.url, 'test'))
    const ids: string[] = []
    for (const draft of drafts) {
      const id = newId()
      sequence += 1
      const envelope = {
        specversion: '1.0',
        id,
        source: 'agora/test',
        type: draft.type,
        subject: draft.key,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        sequence: String(sequence).padStart(16, '0'),
        data: draft.data,
      }
      const head = headers()
      head.set('content-type', 'application/cloudevents+json')
      await connection
        .jetstream()
        .publish(draft.subject, JSON.stringify(envelope), { msgID: id, headers: head })
      ids.push(id)
    }
    await connection.close()
    return ids
  }

  /** An account that the service knows from the gateway's event. */
  async function account(name: string, over: Partial<UserInput> = {}) {
    const id = newId()
    const user_ = { id, username: name, display_name: name }
    await publish(userCreatedV1.of({ user: user_, created_at: '2026-01-01T00:00:00.000Z' }))
    await vi.waitFor(async () => {
      expect(await sql('SELECT FROM known_user WHERE id = $1', [id])).toHaveLength(1)
    }, PATIENT)
    return { id, ...(await user(id, { displayName: name, ...over })) }
  }

  return {
    suite,
    principal,
    user,
    call,
    idOf,
    sql,
    publish,
    account,
    guest: () => principal({ kind: 'guest' }),
    administrator: () => user(ADMINISTRATOR, { isAdministrator: true }),
    close: () => suite.close(),
  }
}
export type AppsClient = Awaited<ReturnType<typeof startApps>>

/** Quick retries; an attempt's lease is six seconds. */
export const delivery = {
  allow_private_receivers: true,
  timeout: 1,
  attempts: 4,
  first_pause: 0.1,
  longest_pause: 0.2,
}

export const ADMINISTRATOR = '01890000-0000-7000-8000-00000000000a'
/** For conditions that a loaded machine reaches late. */
export const PATIENT = { timeout: 50_000, interval: 50 }
export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export const outcome = ({ status, body }: Answer) => [status, body]
export const refused = (status: number, error: string) => [status, { error }]
