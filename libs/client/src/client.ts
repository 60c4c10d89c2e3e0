import createFetchClient, { type Client } from 'openapi-fetch'
import { keyCreations } from './creation.ts'
import type { ModerationEvent, NotificationEvent } from './events.ts'
import { repeat } from './repeating.ts'
import type { paths } from './schema.ts'
import { expectJson, type Send, sendByFetch } from './sending.ts'
import { follow, type Open, type StreamOptions } from './stream.ts'
import type { RequestOptions, Routes } from './types.ts'

export type { ModerationEvent, ModerationIds, NotificationEvent, NotificationOf, Reset } from './events.ts'
export { everyItem, type Listing, ListingRefused } from './listing.ts'
export { UnexpectedAnswer } from './sending.ts'
export { createSignIn, type SignIn, SignInFailed, type SignInOptions, type TokenStorage } from './sign-in.ts'
export { type StreamOptions, StreamRefused } from './stream.ts'
export type { Middleware, Passing, RequestOptions, Routes, Schemas } from './types.ts'
export type { WebhookEvent, WebhookEvents } from './webhooks.ts'

/** Longer pauses that a server asks for are not waited for, in milliseconds: the limits of requests are by the minute. */
const LONGEST_PAUSE_MS = 60_000

export interface AgoraClientOptions extends Omit<RequestOptions, 'signal'> {
  /** Replaces the global `fetch`. */
  fetch?: Send
  /** Whether reads are sent again at 503 and 429, as the server asks; by default they are. Creations always are. */
  repeatsReads?: boolean
  /** Longer pauses that the server asks for are not waited for, in milliseconds; a minute by default. */
  longestPauseMs?: number
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
 * Reads are sent again when the service is unavailable or they were one too many. What creates carries an
 * `Idempotency-Key` and is also sent again after a lost connection: it creates once. Credentials are the caller's to set,
 * as `headers` or by a middleware (`client.use`, `createSignIn`); streams carry them as well. What the server refuses is
 * `error`; a broken connection throws, and so does an answer that is not the API's (`UnexpectedAnswer`).
 */
export function createAgoraClient(site: string, options: AgoraClientOptions = {}): AgoraClient {
  const { fetch: send = sendByFetch, repeatsReads = true, longestPauseMs, ...others } = options
  const patience = { reads: repeatsReads, longestPauseMs: longestPauseMs ?? LONGEST_PAUSE_MS }
  const client = createFetchClient<paths>({
    baseUrl: site,
    ...others,
    fetch: expectJson(repeat(send, patience)),
  })
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
