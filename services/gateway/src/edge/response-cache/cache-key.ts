import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { takesGzip } from '@agora/shared/http/compress'
import { FOR_EVERYBODY } from '@agora/shared/http/header-policy'
import { acceptedLanguage, type SiteLanguage, siteLanguages } from '@agora/shared/http/languages'
import { isEscapedUtf8 } from '@agora/shared/http/utf8'
import { VISITOR_HEADER } from '@agora/shared/http/visits'
import { LRUCache } from 'lru-cache'
import type { ResponseCache } from './cache.ts'

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
  // The site's pages are cached themselves: made of cached answers they would be twice as old.
  VISITOR_HEADER,
] as const
/** Headers by which the site's pages vary, besides their address. */
const ofThePages = ['accept-encoding', 'accept-language'] as const
/** A guest's request has none of these that matters; the origin is handled here. */
const neverGiven = ['authorization', 'cookie', 'origin']

/** Browsers send few of these headers, and to read one takes as long as to look up a page. */
const REMEMBERED = 1_000
const spoken = new LRUCache<string, SiteLanguage | 'none'>({
  max: REMEMBERED,
  memoMethod: (header) => acceptedLanguage(header, siteLanguages) ?? 'none',
})

/** The address without the parameters that its route does not know: they change nothing but the address. */
function plain(url: string, knows: (path: string) => ReadonlySet<string>): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const path = url.slice(0, at)
  const known = knows(path)
  const kept = [...new URLSearchParams(url.slice(at))].filter(([name]) => known.has(name))
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}

/**
 * The cache key of a guest's page; undefined if the request is not a guest's read, or its page is not cached. A caller
 * who sends nothing that could be a credential is a guest, so nobody has to be looked up. The key has only what the page
 * may depend on: whatever else a caller invents makes no second one. A query that is not UTF-8
 * has no key: its refusal would take the place of the page that it resembles.
 */
function keyOf(
  { method, url = '/', headers }: IncomingMessage,
  knows: (path: string) => ReadonlySet<string>,
): string | undefined {
  if (method !== 'GET' || url.length > LONGEST_URL || !isEscapedUtf8(url)) return undefined
  for (const name of personal) if (headers[name] !== undefined) return undefined
  if (url.startsWith('/api/')) return plain(url, knows)
  const language = spoken.memo(headers['accept-language'] ?? '')
  // The pages redirect from an address with parameters that they do not know.
  return `${url}\n${language}\n${takesGzip(headers['accept-encoding'])}`
}

interface Cached {
  readonly responseCache: ResponseCache
  readonly knownParameters: (path: string) => ReadonlySet<string>
}

const kKey = Symbol('cache key')

/** The same, found once for each request. */
export function cacheKeyOf(
  request: IncomingMessage & { [kKey]?: string | null },
  knows: (path: string) => ReadonlySet<string>,
): string | undefined {
  if (request[kKey] === undefined) request[kKey] = keyOf(request, knows) ?? null
  return request[kKey] ?? undefined
}

/** Whether a request would be answered from the cache at once. */
export function isCached({ responseCache, knownParameters }: Cached, request: IncomingMessage): boolean {
  const key = responseCache.areKept ? cacheKeyOf(request, knownParameters) : undefined
  return key !== undefined && responseCache.has(key)
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
