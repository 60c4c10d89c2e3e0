import { moderationActions } from '@agora/shared/contracts/events/moderation'
import { connectNats, type Nats } from '@agora/shared/messaging/nats'
import { createLogger } from '@agora/shared/observability/logger'
import { expect } from 'vitest'
import type { Forum } from './forum.ts'

export interface Entry {
  id: string
  action: string
}

export interface Published {
  /** Of NATS. */
  subject: string
  /** The CloudEvent. */
  event: Record<string, unknown> & { id: string; data: Entry }
}

/** Reads what the forum has published. */
export class Stream {
  readonly #forum: Forum
  readonly #nats: Nats

  constructor(forum: Forum) {
    this.#forum = forum
    const logger = createLogger('test', 'silent')
    this.#nats = connectNats({ url: forum.suite.nats!.url, name: 'test', logger })
  }

  /** The log entries in `events`. */
  async entries(): Promise<Entry[]> {
    return (await this.events()).map(({ event }) => event.data)
  }

  /** Waits until the outbox is empty and returns all log events in the stream, in order. */
  async events(): Promise<Published[]> {
    const waiting = () => this.#forum.rows('SELECT id FROM outbox_event LIMIT 1')
    await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
    const link = await this.#nats.linked(AbortSignal.timeout(30_000))
    const { state } = await link!.jsm.streams.info('MODERATION')
    const events: Published[] = []
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await link!.jsm.streams.getMessage('MODERATION', { seq })
      // Events without a log entry: of content, and some of reports.
      const name = message.subject.split('.').at(-1)
      if (!(moderationActions as readonly unknown[]).includes(name)) continue
      events.push({ subject: message.subject, event: message.json<Published['event']>() })
    }
    return events
  }

  close(): Promise<void> {
    return this.#nats.close()
  }
}
