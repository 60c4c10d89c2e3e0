import type { IncomingHttpHeaders } from 'node:http'
import { PRINCIPAL_HEADER } from '@agora/shared/contracts/principal'
import { EXPECTED_BYTES } from '@agora/shared/http/bodies'
import { SHOWN_LENGTH_HEADER, SITE_ORIGIN_HEADER, VISITOR_HEADER } from '@agora/shared/http/visits'
import type { FastifyRequest } from 'fastify'
import type { Recipient } from '../passage.ts'

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

/** Headers of the hop between gateway and service, not of the answer. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'trailer',
  'x-request-id',
  EXPECTED_BYTES,
])

/** The key under which the headers carry whom the answer is for: the proxy passes nothing else on. Not a header itself. */
export const RECIPIENT = Symbol('recipient')
export interface UpstreamHeaders extends Record<string, string> {
  [RECIPIENT]: Recipient
}

/** The headers that the service gets. */
export function upstreamHeaders({
  id,
  method,
  headers: given,
  principal,
  passage,
}: FastifyRequest): UpstreamHeaders {
  const headers: UpstreamHeaders = {
    [RECIPIENT]: passage?.recipient as Recipient,
    'x-request-id': String(id),
    [PRINCIPAL_HEADER]: passage?.principal ?? '',
    traceparent: principal.traceparent,
  }
  const copy = (names: readonly string[]) => {
    for (const name of names) {
      const value = given[name]
      if (typeof value === 'string') headers[name] = value
    }
  }
  copy(passedOn)
  // Without a visitor the answer may be shared with those who did not ask for less.
  const shown = given[VISITOR_HEADER] && given[SHOWN_LENGTH_HEADER]
  if (typeof shown === 'string') headers[SHOWN_LENGTH_HEADER] = shown
  // Others wait for the answer too, so it is needed whole.
  if (passage?.flight) for (const name of conditions) delete headers[name]
  if (passage?.visit) {
    headers[VISITOR_HEADER] = passage.visit.visitor
    headers[SITE_ORIGIN_HEADER] = passage.visit.origin
    copy(ofThePages)
  }
  if (method !== 'GET' && method !== 'HEAD') copy(ofTheBody)
  return headers
}

/** Those headers of a service's answer that its caller gets. */
export function downstreamHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {}
  // What a header is deleted from is slow to read from then on.
  for (const name in headers) if (!hopByHop.has(name)) passed[name] = headers[name]
  return passed
}
