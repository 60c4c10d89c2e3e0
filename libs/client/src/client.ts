import createFetchClient, { type Client } from 'openapi-fetch'
import { keyCreations, repeatCreations } from './creation.ts'
import type { ModerationEvent, NotificationEvent } from './events.ts'
import type { paths } from './schema.ts'
import { follow, type Open, type StreamOptions } from './stream.ts'
import type { RequestOptions, Routes } from './types.ts'

export type { ModerationEvent, ModerationIds, NotificationEvent, NotificationOf, Reset } from './events.ts'
export { type StreamOptions, StreamRefused } from './stream.ts'
export type { Middleware, Passing, RequestOptions, Routes, Schemas } from './types.ts'

export interface AgoraClientOptions extends Omit<RequestOptions, 'signal'> {
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

/** Live streams. Broken connections are reopened and resume without a gap; `StreamRefused` says when they end. */
export interface Streams {
  /** The member's notifications from now on. */
  streamNotifications(options?: StreamOptions): AsyncGenerator<NotificationEvent, void, undefined>
  /** Reports and moderators' acts, in one section (its id) or everywhere. */
  streamModeration(
    options?: StreamOptions & { section?: string },
  ): AsyncGenerator<ModerationEvent, void, undefined>
}

export interface AgoraClient extends Routes, Streams {}

/**
 * A client of the suite at this address. Paths, parameters, bodies and answers are typed by the API's document:
 *
 *     const { data, error } = await client.GET('/api/v1/forum/threads/{thread_ref}', {
 *       params: { path: { thread_ref: 'welcome' } },
 *     })
 *
 * What creates carries an `Idempotency-Key` and is sent again after a lost connection or a 503: it creates once.
 * Credentials are the caller's to set, as `headers` or by a middleware (`client.use`); streams carry them as well. What
 * the server refuses is `error`; only a broken connection throws.
 */
export function createAgoraClient(site: string, options: AgoraClientOptions = {}): AgoraClient {
  const { fetch: send = (request: Request) => fetch(request), ...others } = options
  const client = createFetchClient<paths>({ baseUrl: site, ...others, fetch: repeatCreations(send) })
  client.use(keyCreations)
  return Object.assign(client as Client<paths> & Routes, streamsOf(client))
}

function streamsOf(client: Client<paths>): Streams {
  const parseAs = 'stream'
  return {
    streamNotifications: (options = {}) => {
      const open: Open = (request) => client.GET('/api/v1/notifications/stream', { ...request, parseAs })
      return follow(open, options)
    },
    streamModeration: ({ section, ...options } = {}) => {
      const params = section === undefined ? {} : { query: { section } }
      const open: Open = (request) =>
        client.GET('/api/v1/forum/moderation/stream', { ...request, params, parseAs })
      return follow(open, options)
    },
  }
}
