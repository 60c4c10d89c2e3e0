import { createHmac } from 'node:crypto'
import { hostCookie, readCookie } from '@agora/shared/http/cookies'
import { isMaskedToken, maskedToken } from '@agora/shared/http/form-tokens'
import { isToken } from '@agora/shared/tokens'
import type { FastifyRequest } from 'fastify'
import { siteOf } from './site.ts'

export const cookieOf = ({ headers }: FastifyRequest, name: string): string | undefined =>
  readCookie(headers.cookie, name)

/** The caller's session cookie as it came, if well-formed: 256 random bits known only to the browser and the gateway. */
export function sessionCookieOf(request: FastifyRequest): { name: string; value: string } | undefined {
  const name = hostCookie('sid', siteOf(request).startsWith('https:'))
  const value = cookieOf(request, name)
  return value !== undefined && isToken(value) ? { name, value } : undefined
}

const sidOf = (request: FastifyRequest): string | undefined => sessionCookieOf(request)?.value

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

/** The session's own secret is the key, so nothing is stored or shared: neither other sites nor scripts know it. */
const secretOf = (sid: string): Buffer => createHmac('sha256', sid).update('a form of this session').digest()

/** The token in a member's forms on one page; empty for a guest. */
export function formTokenFor(request: FastifyRequest): string {
  const sid = memberOf(request) && sidOf(request)
  return sid === undefined ? '' : maskedToken(secretOf(sid))
}

/** Whether this is the token of a form that was shown in the member's session. */
export function isFormToken(request: FastifyRequest, given: string): boolean {
  const sid = memberOf(request) && sidOf(request)
  return sid !== undefined && isMaskedToken(secretOf(sid), given)
}
