import { connectNats, type Nats } from '@agora/shared/messaging/nats'
import { createLogger } from '@agora/shared/observability/logger'
import { expect } from 'vitest'
import type { Forum } from './forum.ts'

export interface Entry {
  id: string
  action: string
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

  /** Waits until the outbox is empty and answers all the stream holds, in its order. */
  async entries(): Promise<Entry[]> {
    const waiting = () => this.#forum.rows('SELECT id FROM outbox_event LIMIT 1')
    await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
    const link = await this.#nats.linked(AbortSignal.timeout(30_000))
    const { state } = await link!.jsm.streams.info('MODERATION')
    const entries: Entry[] = []
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await link!.jsm.streams.getMessage('MODERATION', { seq })
      entries.push(message.json<{ data: Entry }>().data)
    }
    return entries
  }

  close(): Promise<void> {
    return this.#nats.close()
  }
}
