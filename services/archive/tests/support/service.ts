import { randomUUID } from 'node:crypto'
import type { EventDefinition, EventOf } from '@agora/shared/contracts/events/event'
import { connectionOptions } from '@agora/shared/messaging/nats'
import type { Answer, Suite } from '@agora/testing/suite'
import { connect } from 'nats'

/** A request directly to the archive, as the gateway would make it for a guest. */
export async function read(
  suite: Suite,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const as = await suite.principal({ kind: 'guest' }, 'archive')
  return await suite.call('GET', `${suite.urls.archive[0]}/api/v1/archive/${path}`, { as, headers })
}

/** What a test compares: the status and the body. */
export const outcome = ({ status, body }: Answer) => [status, body]

let sequence = 0

/** Publishes an event as the gateway's relay does. */
export async function publish<Definition extends EventDefinition>(
  suite: Suite,
  definition: Definition,
  data: EventOf<Definition>['data'],
): Promise<void> {
  const { subject, key, type } = definition.of(data)
  const connection = await connect(connectionOptions(suite.nats?.url ?? '', 'test'))
  try {
    const envelope = {
      specversion: '1.0',
      id: randomUUID(),
      source: 'gateway',
      type,
      subject: key,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      sequence: String(++sequence).padStart(16, '0'),
      data,
    }
    await connection.jetstream().publish(subject, JSON.stringify(envelope))
  } finally {
    await connection.close()
  }
}

/** Retries until the condition holds; otherwise the test's own timeout ends it. */
export async function until<Value>(
  ask: () => Promise<Value>,
  holds: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await ask()
    if (holds(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
