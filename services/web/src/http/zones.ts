import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { cookieOf } from './session.ts'

/** More than there are, aliases included. */
const MOST = 1_000
const NONE = ''

/** By the names that callers send; invented ones are forgotten before those in use. */
const zones = new LRUCache<string, string>({
  max: MOST,
  memoMethod: (name) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    } catch {
      return NONE
    }
  },
})

/** The IANA time zone of this name in its usual spelling; undefined if there is none. */
export const zoneOf = (name: string): string | undefined =>
  /^[A-Za-z][\w+/-]{0,63}$/.test(name) ? zones.memo(name) || undefined : undefined

/** The zone of the caller's browser, as it says itself. */
export const ownZoneOf = (request: FastifyRequest): string | undefined =>
  zoneOf((cookieOf(request, 'tz') ?? '').replaceAll('.', '/'))
