import type { IncomingHttpHeaders } from 'node:http'

const EXPOSED =
  'allow, etag, idempotency-replayed, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id'

export const originsOf = (urls: readonly string[]) => new Set(urls.map((url) => new URL(url).origin))

/** The headers that let a page of a configured origin read an answer; `urls` as configured. */
export function crossOriginHeaders(urls: readonly string[]) {
  const allowed = originsOf(urls)
  return ({ headers: { origin } }: { headers: IncomingHttpHeaders }): Record<string, string> => {
    if (allowed.size === 0) return {}
    if (origin === undefined || !allowed.has(origin)) return { vary: 'Origin' }
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
    }
  }
}
