import type { AgoraClient } from '@agora/client'
import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { queryOf } from '@agora/shared/http/utf8'
import type { Replicas } from '@agora/shared/upstream/replicas'
import type { FastifyRequest } from 'fastify'
import { type Ask, askFor, clientOf } from '../api.ts'
import type { Context } from '../context.ts'
import { type Internal, internalOf } from '../internal.ts'
import { type Locale, localeOf, type Words, wordsIn } from '../words/words.ts'
import { takesGzip } from './compress.ts'
import type { Look } from './look.ts'
import type { Making } from './made-pages.ts'
import { cookieOf, type Forms, formsOf, type Member, memberOf, sessionCookieOf } from './session.ts'
import { siteOf } from './site.ts'
import { zoneOf } from './zones.ts'

/** One request for a page: the caller, their language and zone, and the API on their behalf. */
export interface Visit {
  readonly request: FastifyRequest
  /** The startup configuration, the same for all pages. */
  readonly config: AgoraConfig
  readonly look: Look
  readonly siteName: string
  /** The site's origin as the caller sees it, without a trailing slash. */
  readonly site: string
  /** Path and query, as the browser shows them. */
  readonly path: string
  readonly query: URLSearchParams
  /** Undefined for a guest. */
  readonly me: Member | undefined
  readonly api: AgoraClient
  /** The same for what the API's document does not describe. */
  readonly ask: Ask
  readonly gateway: Replicas
  /** For a guest's page. */
  readonly making: Making | undefined
  readonly locale: Locale
  readonly words: Words
  readonly zone: string
  readonly forms: Forms
  readonly internal: Internal
  readonly now: number
  /** The member's number of unread notifications, fetched in parallel with the page's content. */
  readonly unread: Promise<number>
}

/** 0 if the API does not answer: the page does without. */
async function countUnread(api: AgoraClient): Promise<number> {
  const { data } = await api.GET('/api/v1/notifications/count').catch(() => ({ data: undefined }))
  return data?.unread ?? 0
}

/** Callers without any credential, who all see the same. */
const isPlainGuest = (request: FastifyRequest): boolean =>
  request.method === 'GET' && request.principal.kind === 'guest' && sessionCookieOf(request) === undefined

export function visitOf(context: Context, request: FastifyRequest): Visit {
  const { config, look, made, gateway } = context
  const locale = localeOf(cookieOf(request, 'lang'), request.headers['accept-language'])
  const zone = zoneOf((cookieOf(request, 'tz') ?? '').replaceAll('.', '/')) ?? 'UTC'
  const me = memberOf(request)
  const own = askFor(gateway, request)
  const site = siteOf(request)
  const making = isPlainGuest(request)
    ? // Whatever the page depends on, besides the API's answers.
      made.making([locale, zone, takesGzip(request), request.url].join(' '), own)
    : undefined
  const ask = making?.ask ?? own
  const api = clientOf(ask)
  return {
    request,
    config,
    look,
    siteName: config.site.name,
    site,
    path: request.url,
    query: new URLSearchParams(queryOf(request.url)),
    me,
    api,
    ask,
    gateway,
    making,
    locale,
    words: wordsIn(locale),
    zone,
    forms: formsOf(request),
    internal: internalOf(context, request),
    now: Date.now(),
    unread: me && request.method === 'GET' ? countUnread(api) : Promise.resolve(0),
  }
}

/** The page number in a listing, from 1; 1 if invalid. */
export function pageNumber(query: URLSearchParams, name = 'page'): number {
  const number = Number(query.get(name) ?? 1)
  return Number.isSafeInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1
}
