import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { FastifyRequest } from 'fastify'
import { originsOf } from '../../callers/cross-origin.ts'
import { errors } from '../../errors.ts'
import { namedOrigin } from '../client-address/trust.ts'
import type { EdgeContext } from '../context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Any site's page may send this: the route looks at no cookie. HTTP Basic must come from this site even so. */
    takesForeignOrigins?: boolean
    /** A read that is judged like a write: it starts something. */
    changesByReading?: boolean
  }
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Sent by a page of the same origin, or by none: an address that was typed or kept. */
const ownSites = new Set<unknown>(['same-origin', 'none'])
const isOf = (scheme: string, { authorization = '' }: IncomingHttpHeaders): boolean =>
  authorization.toLowerCase().startsWith(`${scheme} `)

/**
 * The only place that judges where a write comes from. A browser sends cookies, and passwords of HTTP Basic that it
 * remembers, whichever page asks; and what a page makes a guest's browser send is no better. So each must come from this
 * site's own pages, or from no page at all. Pages of the configured origins may use bearer tokens, which only they know.
 *
 * @returns what throws ApiError 403 for any other write
 */
export function originJudge({ config, siteOrigin, trusted }: EdgeContext): (request: FastifyRequest) => void {
  const allowed = originsOf(config.site.cors_origins)

  const isOwn = ({ raw }: FastifyRequest): boolean => {
    const { origin, 'sec-fetch-site': site } = raw.headers
    if (origin === undefined) return site === undefined || ownSites.has(site)
    return origin === siteOrigin || origin === namedOrigin(raw, trusted)
  }
  const isAllowed = ({ headers, routeOptions }: FastifyRequest): boolean => {
    if (routeOptions.config.takesForeignOrigins && !isOf('basic', headers)) return true
    return headers.origin !== undefined && allowed.has(headers.origin) && isOf('bearer', headers)
  }

  const isRead = ({ method, routeOptions }: FastifyRequest): boolean =>
    reads.has(method) && !routeOptions.config.changesByReading

  return (request) => {
    if (isRead(request) || isOwn(request) || isAllowed(request)) return
    throw new ApiError(errors.invalidOrigin)
  }
}
