import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { FOR_EVERYBODY } from '@agora/shared/http/header-policy'
import { VISITOR_HEADER } from '@agora/shared/http/visits'
import type { Context } from '../context.ts'

/** Longer addresses are not cached, in characters. */
const LONGEST_URL = 1_024

/** Headers that make a request more than a guest's, or its answer personal. */
const personal = [
  'authorization',
  'cookie',
  'svc-internal-auth',
  'content-length',
  'transfer-encoding',
  'sec-purpose',
  'last-event-id',
  // The site's pages are kept themselves: made of kept answers they would be twice as old.
  VISITOR_HEADER,
] as const
/** Headers by which the site's pages vary, besides their address. */
const ofThePages = ['accept-encoding', 'accept-language'] as const
/** A guest's request has none of these that matters; the origin is handled here. */
const neverGiven = ['authorization', 'cookie', 'origin']

/**
 * The cache key of a guest's page; undefined if the request is not a guest's read, or its page is not cached. A caller
 * who sends nothing that could be a credential is a guest, so nobody has to be looked up. The pages of the site name the
 * origin at which they are seen, so it is part of their key.
 */
export function sharingKey(request: IncomingMessage, originOf: Context['originOf']): string | undefined {
  const { method, url = '/', headers } = request
  if (method !== 'GET' || url.length > LONGEST_URL) return undefined
  for (const name of personal) if (headers[name] !== undefined) return undefined
  if (url.startsWith('/api/')) return url
  return [url, originOf(request), ...ofThePages.map((name) => headers[name] ?? '')].join('\n')
}

/** Whether an answer may be given to every guest with the same key. */
export function isForEveryGuest(status: number, headers: IncomingHttpHeaders, isSite: boolean): boolean {
  if (status !== 200 || headers['cache-control'] !== FOR_EVERYBODY || headers['set-cookie'] !== undefined)
    return false
  const known: readonly string[] = isSite ? [...neverGiven, ...ofThePages] : neverGiven
  const varies = String(headers.vary ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  return varies.every((name) => name === '' || known.includes(name))
}
