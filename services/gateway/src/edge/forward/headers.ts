import type { IncomingHttpHeaders } from 'node:http'
import { PRINCIPAL_HEADER } from '@agora/shared/contracts/principal'
import { EXPECTED_BYTES } from '@agora/shared/http/bodies'
import type { CountedResponse } from '@agora/shared/http/counted-response'
import { SHOWN_LENGTH_HEADER, SITE_ORIGIN_HEADER, VISITOR_HEADER } from '@agora/shared/http/visits'

/**
 * The only caller's headers that a service sees: no credentials, no forwarding headers, and none that some parser might
 * take for ours (an underscore for a hyphen).
 */
const passedOn = [
  'accept',
  'accept-language',
  'user-agent',
  'if-none-match',
  'if-modified-since',
  'tracestate',
  'idempotency-key',
  'last-event-id',
] as const
const conditions = ['if-none-match', 'if-modified-since'] as const
const ofThePages = ['cookie', 'accept-encoding', 'sec-purpose'] as const
const ofTheBody = ['content-type', 'content-encoding', 'content-length'] as const

/** What the web service sees as well: it calls the API for its caller, at this address. */
export interface VisitHeaders {
  visitor: string
  origin: string
}

/** Of the hop between gateway and service, not of the answer. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'trailer',
  'x-request-id',
  EXPECTED_BYTES,
])

/** The key under which the headers carry what is answered: the proxy passes nothing else on. Not a header itself. */
export const ANSWERED = Symbol('answered')
export interface Answered {
  response: CountedResponse
  /** How long its caller has waited for something else than the service, in milliseconds. */
  waitedMs: number
}
export interface UpstreamHeaders extends Record<string, string> {
  [ANSWERED]: Answered
}

export function upstreamHeaders(
  given: IncomingHttpHeaders,
  request: {
    id: string
    method: string
    principal: string
    traceparent: string
    answered: Answered
    visit?: VisitHeaders | undefined
    /** Others wait for the answer too, so it is needed whole. */
    isShared: boolean
  },
): UpstreamHeaders {
  const headers: UpstreamHeaders = {
    [ANSWERED]: request.answered,
    'x-request-id': request.id,
    [PRINCIPAL_HEADER]: request.principal,
    traceparent: request.traceparent,
  }
  for (const name of passedOn) {
    const value = given[name]
    if (typeof value === 'string') headers[name] = value
  }
  // Without a visitor the answer may be shared with those who did not ask for less.
  const shown = given[VISITOR_HEADER] && given[SHOWN_LENGTH_HEADER]
  if (typeof shown === 'string') headers[SHOWN_LENGTH_HEADER] = shown
  if (request.isShared) for (const name of conditions) delete headers[name]
  if (request.visit) {
    headers[VISITOR_HEADER] = request.visit.visitor
    headers[SITE_ORIGIN_HEADER] = request.visit.origin
    for (const name of ofThePages) if (given[name] !== undefined) headers[name] = String(given[name])
  }
  if (request.method === 'GET' || request.method === 'HEAD') return headers
  for (const name of ofTheBody) {
    const value = given[name]
    if (typeof value === 'string') headers[name] = value
  }
  return headers
}

/** Those headers of a service's answer that its caller gets. */
export function downstreamHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {}
  // What a header is deleted from is slow to read from then on.
  for (const name in headers) if (!hopByHop.has(name)) passed[name] = headers[name]
  return passed
}
