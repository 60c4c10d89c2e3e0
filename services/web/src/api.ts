import { type AgoraClient, createAgoraClient } from '@agora/client'
import { SITE_ORIGIN_HEADER, VISITOR_HEADER } from '@agora/shared/http/visits'
import type { Replicas } from '@agora/shared/upstream/replicas'
import type { FastifyRequest } from 'fastify'
import { sidOf } from './http/session.ts'

/** An answer of the API that is no success, in its own words. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal'
  readonly status: number
  /** Seconds, where the API says when to come again. */
  readonly retryAfter: string | null

  constructor(status: number, message: string, retryAfter: string | null = null) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Bodies that the API never sends more of than these statuses have. */
const BODILESS = new Set([204, 304])
/** Never looked up: the replicas decide which gateway is asked. */
const GATEWAY = 'http://gateway'

/**
 * The API as whoever asks for this page may use it: with their cookie, from their address, in their trace. The service has
 * no right of its own.
 */
export function apiFor(gateway: Replicas, request: FastifyRequest): AgoraClient {
  const { headers, id, principal } = request
  const sid = sidOf(request)
  const own: Record<string, string> = { 'x-request-id': String(id), traceparent: principal.traceparent }
  for (const name of [VISITOR_HEADER, 'user-agent'])
    if (typeof headers[name] === 'string') own[name] = headers[name]
  if (sid !== undefined) own.cookie = `sid=${sid}`

  const send = async (call: Request): Promise<Response> => {
    const { pathname, search } = new URL(call.url)
    const answer = await gateway.send({
      method: call.method as 'GET',
      path: pathname + search,
      headers: { ...Object.fromEntries(call.headers), ...own },
      body: call.body === null ? null : await call.text(),
    })
    const { statusCode: status, headers: given } = answer
    const text = await answer.body.text()
    return new Response(BODILESS.has(status) ? null : text, {
      status,
      headers: Object.entries(given).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      ),
    })
  }
  return createAgoraClient(GATEWAY, { fetch: send })
}

interface Answered<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** @throws ApiRefusal where the API refuses */
export async function must<Data>(answer: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await answer
  if (response.ok) return data as Data
  throw refusalOf(error, response)
}

/** The answer, or undefined where there is nothing or nothing for this caller. @throws ApiRefusal otherwise */
export async function maybe<Data>(answer: Promise<Answered<Data>>): Promise<Data | undefined> {
  const { data, error, response } = await answer
  if (response.ok) return data
  if (response.status === 404 || response.status === 403 || response.status === 401) return undefined
  throw refusalOf(error, response)
}

function refusalOf(error: unknown, { status, headers }: Response): ApiRefusal {
  const message = (error as { error?: unknown } | undefined)?.error
  return new ApiRefusal(
    status,
    typeof message === 'string' ? message : `status ${status}`,
    headers.get('retry-after'),
  )
}

/** Where the caller sees the site, without a slash at its end. */
export const siteOf = ({ headers }: FastifyRequest): string => String(headers[SITE_ORIGIN_HEADER] ?? '')
