import type { AgoraClient, Schemas } from '@agora/client'
import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { takesGzip } from '@agora/shared/http/compress'
import { queryOf } from '@agora/shared/http/utf8'
import type { Upstream } from '@agora/shared/upstream/upstream'
import type { FastifyRequest } from 'fastify'
import { type Ask, askFor, clientOf } from '../api.ts'
import type { App, Context, TextName } from '../context.ts'
import { type Internal, internalOf } from '../internal.ts'
import { type Locale, localeOf, type Words, wordsIn } from '../words/words.ts'
import type { Look } from './look.ts'
import type { Making } from './made-pages.ts'
import { type SealedLogins, sealedLoginsOf } from './sealed-logins.ts'
import { cookieOf, type Forms, formsOf, type Member, memberOf, sessionCookieOf } from './session.ts'
import { siteOf } from './site.ts'
import { ownZoneOf, zoneOf } from './zones.ts'

/** One request for a page: the caller, their language and zone, and the API on their behalf. */
export interface Visit {
  readonly request: FastifyRequest
  /** The startup configuration, the same for all pages. */
  readonly config: AgoraConfig
  readonly look: Look
  /** The applications that everybody may see. */
  readonly apps: readonly App[]
  /** The pages that the site has written itself. */
  readonly texts: readonly TextName[]
  readonly siteName: string
  /** Who may register, and whether they accept the rules. */
  readonly registration: Pick<Schemas['Site'], 'registration' | 'accepts_rules'>
  /** The site's origin as the caller sees it, without a trailing slash. */
  readonly site: string
  /**
   * The address of a path with the configured origin; the path itself where none is. The origin that a request names is
   * not told: guests are given each other's pages.
   */
  readonly absolute: (path: string) => string
  /** Path and query, as the browser shows them. */
  readonly path: string
  readonly query: URLSearchParams
  /** Undefined for a guest. */
  readonly me: Member | undefined
  readonly api: AgoraClient
  /** The same for what the API's document does not describe. */
  readonly ask: Ask
  /** The same for a body that is streamed. */
  readonly upload: Ask
  readonly gateway: Upstream
  /** For a guest's page. */
  readonly making: Making | undefined
  readonly locale: Locale
  readonly words: Words
  readonly zone: string
  /** Whether that is the reader's zone; else the pages say that it is UTC. */
  readonly isZoneKnown: boolean
  readonly forms: Forms
  readonly internal: Internal
  readonly logins: SealedLogins
  readonly now: number
  /** What waits for the member; asked for once, unless an answer of the API has brought it. */
  readonly waiting: () => Promise<Waiting>
  /** Takes it from an answer that was asked to include it. */
  readonly takeWaiting: (answer: { waiting?: WaitingAnswer }) => void
}

/** What waits, as the API tells it. */
type WaitingAnswer = Pick<Schemas['ForumWaiting'], 'unread' | 'reports'> & { reads_closed?: boolean }

/** What waits for a member. */
export interface Waiting {
  /** The number of unread notifications. */
  unread: number
  /** The number of reported posts and threads; undefined for a member who moderates nothing. */
  reports: number | undefined
  /** Whether the member may read what not everybody may. */
  readsClosed: boolean
}

const NOTHING: Waiting = { unread: 0, reports: undefined, readsClosed: false }

/** A member is taken to read closed sections unless the answer says otherwise. */
const waitingOf = ({ unread, reports, reads_closed: readsClosed = true }: WaitingAnswer): Waiting => ({
  unread,
  reports: reports?.pending,
  readsClosed,
})

/** Nothing if the API does not answer: the page does without. */
async function readWaiting(api: AgoraClient): Promise<Waiting> {
  const { data } = await api
    .GET('/api/v1/notifications/count', { params: { query: { include: 'reports' } } })
    .catch(() => ({ data: undefined }))
  return waitingOf(data ?? { unread: 0 })
}

function waitingFor(api: AgoraClient, me: Member | undefined): Pick<Visit, 'waiting' | 'takeWaiting'> {
  let known: Promise<Waiting> | undefined
  return {
    waiting: () => {
      known ??= me ? readWaiting(api) : Promise.resolve(NOTHING)
      return known
    },
    takeWaiting: ({ waiting }) => {
      if (waiting) known = Promise.resolve(waitingOf(waiting))
    },
  }
}

/** Callers without any credential, who all see the same. */
const isPlainGuest = (request: FastifyRequest): boolean =>
  request.method === 'GET' && request.principal.kind === 'guest' && sessionCookieOf(request) === undefined

const localeFor = (request: FastifyRequest): Locale =>
  localeOf(cookieOf(request, 'lang'), request.headers['accept-language'])

/** For a guest's page, by whatever it depends on besides the API's answers; undefined for anybody else's. */
export function makingFor(context: Context, request: FastifyRequest): Making | undefined {
  if (!isPlainGuest(request)) return undefined
  const { apps, texts, site, made } = context
  const key = [
    localeFor(request),
    ownZoneOf(request),
    apps.tag,
    texts.tag,
    site.tag,
    takesGzip(request.headers['accept-encoding']),
    request.url,
  ].join(' ')
  return made.making(key, askHere(context, request))
}

const askHere = ({ shared, gateway }: Context, request: FastifyRequest): Ask =>
  shared.through(askFor(gateway, request))

export function visitOf(
  context: Context,
  request: FastifyRequest,
  making = makingFor(context, request),
): Visit {
  const { config, site: kept, apps, texts, gateway, uploads } = context
  const locale = localeFor(request)
  const me = memberOf(request)
  // One that they chose holds on each of their devices.
  const ownZone = (me?.zone && zoneOf(me.zone)) ?? ownZoneOf(request)
  const ask = making?.ask ?? askHere(context, request)
  const api = clientOf(ask)
  return {
    request,
    config,
    look: kept.look,
    registration: kept.settings,
    apps: apps.items,
    texts: texts.items,
    siteName: kept.settings.name,
    site: siteOf(request),
    absolute: (path) => (config.site.url === undefined ? path : `${new URL(config.site.url).origin}${path}`),
    path: request.url,
    query: new URLSearchParams(queryOf(request.url)),
    me,
    api,
    ask,
    upload: askFor(uploads, request),
    gateway,
    making,
    locale,
    words: wordsIn(locale),
    zone: ownZone ?? 'UTC',
    isZoneKnown: ownZone !== undefined,
    forms: formsOf(request),
    internal: internalOf(context, request),
    logins: sealedLoginsOf(context, request),
    now: Date.now(),
    ...waitingFor(api, me),
  }
}

/** The page number in a listing, from 1; 1 if invalid. */
export function pageNumber(query: URLSearchParams, name = 'page'): number {
  const number = Number(query.get(name) ?? 1)
  return Number.isSafeInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1
}
