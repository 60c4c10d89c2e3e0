import { createHmac } from 'node:crypto'
import { hostCookie, readCookie, setHostCookie } from '@agora/shared/http/cookies'
import { isMaskedToken, maskedToken } from '@agora/shared/http/form-tokens'
import { isToken, newToken } from '@agora/shared/tokens'
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

/** The session mark: tells scripts in which session a page was made, and nothing else of it. */
const markOf = (sid: string): string =>
  createHmac('sha256', sid).update('a page of this session').digest('base64url').slice(0, 16)

/** The mark of the request's session, which each page of a member carries (ADR 29); undefined for guests. */
export function sessionMarkOf(request: FastifyRequest): string | undefined {
  const sid = memberOf(request) && sidOf(request)
  return sid === undefined ? undefined : markOf(sid)
}

const MARK = 'session-mark'

/** Whether the browser has run `early.js` in this session, which hides pages that it has kept once the session has ended. */
export const hidesKeptPages = (request: FastifyRequest): boolean =>
  cookieOf(request, MARK) === sessionMarkOf(request)

/** Hides them by the answer itself: the script would with the next page, which may never be loaded. */
export const hidingCookie = (request: FastifyRequest): string | undefined =>
  cookieOf(request, MARK) === undefined ? undefined : `${MARK}=; Path=/; Max-Age=0`

export interface Member {
  id: string
  name: string
  isAdministrator: boolean
  /** Would be one with a second factor. */
  lacksFactor: boolean
  /** The time zone that they chose, if any. */
  zone: string | undefined
}

/** The member that a page is for: anyone with a session. Pages accept no other credential. */
export function memberOf(request: FastifyRequest): Member | undefined {
  const { principal } = request
  if (principal.kind !== 'user' || principal.ceiling !== 'full' || sidOf(request) === undefined)
    return undefined
  const { id, displayName: name, isAdministrator, withheld, zone } = principal
  return { id, name, isAdministrator, lacksFactor: withheld?.isAdministrator ?? false, zone }
}

/** How long a guest's form can be sent, in seconds. */
const FORM_SECONDS = 24 * 60 * 60

/** The key that only browser and site know: of a session its own secret, so that nothing is stored or shared. */
const secretBy = (key: string): Buffer => createHmac('sha256', key).update('a form of this session').digest()

export const isSecure = (request: FastifyRequest): boolean => siteOf(request).startsWith('https:')

/** The key of a browser without a session: a cookie of its own, which no other site can read or, behind TLS, plant. */
function browserKeyOf(request: FastifyRequest): string | undefined {
  const value = cookieOf(request, hostCookie('form', isSecure(request)))
  return value !== undefined && isToken(value) ? value : undefined
}

/** A page's forms: each carries the page's token, of the session or, for a guest, of the browser. */
export interface Forms {
  /** The token in the forms on this page. */
  token(): string
  /** Whether a guest got one: the page is theirs alone. */
  readonly areOfGuest: boolean
  /** The cookie that the guest's browser needs for it, unless it has it. */
  readonly cookie: string | undefined
}

export function formsOf(request: FastifyRequest): Forms {
  const sid = memberOf(request) && sidOf(request)
  let given: { key: string; cookie: string | undefined } | undefined
  let token: string | undefined
  const giveGuest = () => {
    const known = browserKeyOf(request)
    const key = known ?? newToken()
    const cookie = known ? undefined : setHostCookie('form', key, FORM_SECONDS, isSecure(request))
    return { key, cookie }
  }
  return {
    token: () => {
      if (sid === undefined) given ??= giveGuest()
      token ??= maskedToken(secretBy(sid ?? given!.key))
      return token
    },
    get areOfGuest() {
      return given !== undefined
    },
    get cookie() {
      return given?.cookie
    },
  }
}

/** What only the caller's browser and this site know: of the member's session, or of a guest's browser that has been given a form. */
export const browserOf = (request: FastifyRequest): string | undefined =>
  memberOf(request) ? sidOf(request) : browserKeyOf(request)

/** By which the caller's forms are told from all others; undefined for a guest who was given none. */
export function secretOf(request: FastifyRequest): Buffer | undefined {
  const key = browserOf(request)
  return key === undefined ? undefined : secretBy(key)
}

/** Whether this is the token of a form that was shown in the member's session, or in the guest's browser. */
export function isFormToken(request: FastifyRequest, given: string): boolean {
  const secret = secretOf(request)
  return secret !== undefined && isMaskedToken(secret, given)
}
