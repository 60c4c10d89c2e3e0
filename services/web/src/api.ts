import type { Readable } from 'node:stream'
import { type AgoraClient, createAgoraClient } from '@agora/client'
import { VISITOR_HEADER } from '@agora/shared/http/visits'
import { readText } from '@agora/shared/upstream/read-text'
import type { Upstream } from '@agora/shared/upstream/upstream'
import type { FastifyRequest } from 'fastify'
import { cookieOf, sessionCookieOf } from './http/session.ts'
import { localeOf } from './words/words.ts'

/** An error answer of the API, in its own words. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal'
  readonly status: number
  /** Seconds, if the API says when to retry. */
  readonly retryAfter: string | null
  /** Whether the captcha that was solved for it counts no more. */
  readonly spendsCaptcha: boolean

  constructor(
    status: number,
    message: string,
    {
      retryAfter = null,
      spendsCaptcha = false,
    }: { retryAfter?: string | null; spendsCaptcha?: boolean } = {},
  ) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
    this.spendsCaptcha = spendsCaptcha
  }
}

/** The statuses of answers without a body. */
const BODILESS = new Set([204, 304])
/** Never resolved: the replicas decide which gateway is asked. */
const GATEWAY = 'http://gateway'

export interface Asked {
  method: string
  /** Including its query. */
  path: string
  headers?: Record<string, string>
  /** A stream is sent as it comes. */
  body?: string | Readable | null
  /** How long the answer may take to begin, in milliseconds, where that is longer than usual. */
  answerMs?: number
}

/** What is read of a `Response`. */
export type Answer = Pick<Response, 'ok' | 'status' | 'text' | 'json'> & { headers: Pick<Headers, 'get'> }

const sessionOf = (request: FastifyRequest): string | undefined => {
  const session = sessionCookieOf(request)
  return session && `${session.name}=${session.value}`
}

export type Ask = (asked: Asked) => Promise<Answer>

type AnswerHeaders = Record<string, string | string[] | undefined>

/** The answer to a read: all that a page needs, at a third of the cost of a `Response`. */
class Read implements Answer {
  readonly ok: boolean
  readonly status: number
  readonly headers: Answer['headers']
  readonly #body: string

  constructor(status: number, headers: AnswerHeaders, body: string) {
    this.ok = status >= 200 && status < 300
    this.status = status
    this.headers = { get: (name) => [headers[name.toLowerCase()] ?? null].flat().at(0) ?? null }
    this.#body = body
  }

  async text(): Promise<string> {
    return this.#body
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.#body)
  }
}

/** What tells the gateway for whom this service asks: the caller's address, browser and trace. */
export function headersFor({ headers, id, principal }: FastifyRequest): Record<string, string> {
  const own: Record<string, string> = { 'x-request-id': String(id), traceparent: principal.traceparent }
  for (const name of [VISITOR_HEADER, 'user-agent'])
    if (typeof headers[name] === 'string') own[name] = headers[name]
  return own
}

/**
 * Calls the API on behalf of the caller of this page: with their session's cookie, from their address, in their trace.
 * The API gives the service no rights of its own. Reads end with the request that they are for; a write goes on, since its sender
 * wants it to happen and not to be watched.
 */
export function askFor(gateway: Upstream, request: FastifyRequest, session = sessionOf(request)): Ask {
  const own = headersFor(request)
  const spoken = localeOf(cookieOf(request, 'lang'), request.headers['accept-language'])
  if (session !== undefined) own.cookie = session

  return async ({ method, path, headers: given, body = null, answerMs }) => {
    const signal = method === 'GET' ? request.signal : undefined
    const answer = await gateway.send({
      method: method as 'GET',
      path,
      // What a write leads to, such as a mail, is in the language of the page.
      headers: { ...given, ...own, ...(method === 'GET' ? {} : { 'accept-language': spoken }) },
      body,
      signal,
      answerMs,
    })
    const { statusCode: status, headers: answered } = answer
    const text = await readText(answer.body, signal)
    if (method === 'GET') return new Read(status, answered, text)
    // The client sends some writes again, and takes their answers apart for it.
    return new Response(BODILESS.has(status) ? null : text, {
      status,
      headers: Object.entries(answered).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      ),
    })
  }
}

export const clientOf = (ask: Ask): AgoraClient =>
  createAgoraClient(GATEWAY, {
    // Who looks at a page is told at once.
    repeatsReads: false,
    fetch: async (call) => {
      const answer = await ask({
        method: call.method,
        path: call.url.slice(GATEWAY.length),
        headers: Object.fromEntries(call.headers),
        body: call.body === null ? null : await call.text(),
      })
      return answer as Response
    },
  })

interface Answered<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** @throws ApiRefusal if the API refuses */
export async function must<Data>(answer: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await answer
  if (response.ok) return data as Data
  throw refusalOf(error, response)
}

/** The same of a write that opens or ends a session, with the cookies that the browser is to get. */
export async function mustWithCookies<Data>(
  answer: Promise<Answered<Data>>,
): Promise<{ data: Data; cookies: string[] }> {
  const answered = await answer
  const data = await must(Promise.resolve(answered))
  return { data, cookies: answered.response.headers.getSetCookie() }
}

/** The answer, or undefined if there is nothing, or nothing for this caller. @throws ApiRefusal otherwise */
export const maybe = <Data>(answer: Promise<Answered<Data>>): Promise<Data | undefined> =>
  ifThere(must(answer))

/** The same of what takes several answers. */
export async function ifThere<Data>(reading: Promise<Data>): Promise<Data | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiRefusal && [401, 403, 404].includes(error.status)) return undefined
    throw error
  }
}

/** The same of what `Ask` was given, in JSON. @throws ApiRefusal if the API refuses */
export async function mustAsk<Data>(asking: Promise<Answer>): Promise<Data> {
  const answer = await asking
  const body = await answer.json().catch(() => undefined)
  if (answer.ok) return body as Data
  throw refusalOf(body, answer)
}

function refusalOf(error: unknown, { status, headers }: Pick<Answer, 'status' | 'headers'>): ApiRefusal {
  const message = (error as { error?: unknown } | undefined)?.error
  return new ApiRefusal(status, typeof message === 'string' ? message : `status ${status}`, {
    retryAfter: headers.get('retry-after'),
    spendsCaptcha: headers.get('captcha-token') === 'spent',
  })
}
