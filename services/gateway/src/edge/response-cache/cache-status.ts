/** What the gateway says of an answer's origin, in `Cache-Status` (RFC 9211). */
export const CACHE_STATUS = {
  /** Given at once. */
  hit: 'gateway; hit',
  /** Another reader's request was answered with it. */
  joined: 'gateway; fwd=miss; collapsed',
  /** Asked of the service, and cached. */
  stored: 'gateway; fwd=miss; stored',
  /** Asked of the service, and for this caller alone. */
  missed: 'gateway; fwd=miss',
  /** The service failed: the page of before. */
  stale: 'gateway; fwd=stale',
  /** A request whose answers are never cached: a member's, a stream's, or any other than a read. */
  bypassed: 'gateway; fwd=bypass',
} as const
export type CacheStatus = (typeof CACHE_STATUS)[keyof typeof CACHE_STATUS]
