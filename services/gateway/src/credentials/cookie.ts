import { isToken } from '@agora/shared/tokens'
import { parseCookie, stringifySetCookie } from 'cookie'
import { SESSION_DAYS } from './store.ts'

/** A value of any other form is no credential. */
export function readSid(cookies: string | undefined): string | undefined {
  const value = readCookie(cookies, 'sid')
  return value !== undefined && isToken(value) ? value : undefined
}

/** The Set-Cookie value of a session; `secure` behind TLS. */
export const sidCookie = (value: string, secure: boolean): string =>
  siteCookie('sid', value, SESSION_DAYS * 24 * 60 * 60, secure)

export const expiredSidCookie = (secure: boolean): string => siteCookie('sid', '', 0, secure)

/** The first cookie of this name in a Cookie header. */
export const readCookie = (cookies: string | undefined, name: string): string | undefined =>
  cookies === undefined ? undefined : parseCookie(cookies)[name]

/** A Set-Cookie value out of reach of scripts and of other sites' forms. */
export const siteCookie = (name: string, value: string, seconds: number, secure: boolean): string =>
  stringifySetCookie({ name, value, maxAge: seconds, path: '/', httpOnly: true, sameSite: 'lax', secure })
