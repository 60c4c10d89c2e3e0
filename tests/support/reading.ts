import { createAgoraClient, type NotificationEvent } from '@agora/client'
import type { Caller } from '@agora/testing/client'

/** What a stream has sent so far. */
export class Reading {
  readonly events: NotificationEvent[] = []
  readonly over: Promise<unknown>
  readonly #leaving = new AbortController()

  constructor(site: string, { headers }: Caller, lastEventId?: string) {
    const client = createAgoraClient(site, { headers })
    const { signal } = this.#leaving
    const stream = client.streamNotifications({ signal, ...(lastEventId ? { lastEventId } : {}) })
    const read = async () => {
      for await (const event of stream) this.events.push(event)
    }
    // As a value, so that whoever waits for the end can read the reason.
    this.over = read().catch((error: unknown) => error)
  }

  get posts(): string[] {
    return this.events.map(({ data }) => ('post' in data && data.post ? data.post.id : 'none'))
  }

  end(): Promise<unknown> {
    this.#leaving.abort()
    return this.over
  }
}
