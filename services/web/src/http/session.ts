import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The value of a cookie, if it has only these characters. */
export function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.split('=', 2)
    if (key?.trim() === name) return value?.trim()
  }
  return undefined
}

/** The caller's session cookie, if well-formed: 256 random bits known only to the browser and the gateway. */
export function sidOf(request: FastifyRequest): string | undefined {
  const value = cookieOf(request, 'sid')
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

export interface Member {
  id: string
  name: string
  isAdministrator: boolean
}

/** The member that a page is for: anyone with a session. Pages accept no other credential. */
export function memberOf(request: FastifyRequest): Member | undefined {
  const { principal } = request
  if (principal.kind !== 'user' || principal.ceiling !== 'full' || sidOf(request) === undefined)
    return undefined
  return { id: principal.id, name: principal.displayName, isAdministrator: principal.isAdministrator }
}

/**
 * The token in this session's forms. The session's own secret is its key, so nothing is stored or shared: neither other
 * sites nor the pages' scripts know it.
 */
export const formToken = (sid: string | undefined): string =>
  sid === undefined ? '' : createHmac('sha256', sid).update('a form of this session').digest('base64url')

export function isFormToken(sid: string | undefined, given: string): boolean {
  if (sid === undefined) return false
  const [expected, presented] = [Buffer.from(formToken(sid)), Buffer.from(given)]
  return presented.length === expected.length && timingSafeEqual(presented, expected)
}
