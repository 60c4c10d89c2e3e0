import { hash, randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { SESSION_DAYS } from './store.ts'

/** 256 random bits in base64url. Any other value is no credential. */
const sid = /^[A-Za-z0-9_-]{43}$/

export function readSid(cookies: string | undefined): string | undefined {
  const value = readCookie(cookies, 'sid')
  return value !== undefined && sid.test(value) ? value : undefined
}

export const newSid = (): string => randomBytes(32).toString('base64url')

/** What the database stores of a cookie. No salt: 256 bits cannot be guessed. */
export const hashSid = (value: string): Buffer => hash('sha256', value, 'buffer')

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
