import { hostCookie, readCookie } from '@agora/shared/http/cookies'
import { isToken } from '@agora/shared/tokens'
import { stringifySetCookie } from 'cookie'
import { SESSION_DAYS } from './store.ts'

/** The session's value in a Cookie header; any other form is no credential. `isSecure` behind TLS. */
export function readSid(cookies: string | undefined, isSecure: boolean): string | undefined {
  const value = readCookie(cookies, hostCookie('sid', isSecure))
  return value !== undefined && isToken(value) ? value : undefined
}

/** The Set-Cookie value of a session. */
export const sidCookie = (value: string, isSecure: boolean): string =>
  siteCookie('sid', value, SESSION_DAYS * 24 * 60 * 60, isSecure)

export const expiredSidCookie = (isSecure: boolean): string => siteCookie('sid', '', 0, isSecure)

/** A Set-Cookie value out of reach of scripts and of other sites' forms. */
export const siteCookie = (name: 'sid' | 'form', value: string, seconds: number, isSecure: boolean): string =>
  stringifySetCookie({
    name: hostCookie(name, isSecure),
    value,
    maxAge: seconds,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  })
