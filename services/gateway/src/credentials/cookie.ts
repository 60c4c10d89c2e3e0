import { createHash, randomBytes } from 'node:crypto'
import { SESSION_DAYS } from './store.ts'

/** 256 random bits in base64url. Anything else under the name is no credential. */
const sid = /(?:^|;)\s*sid=([A-Za-z0-9_-]{43})\s*(?:;|$)/

export function readSid(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : sid.exec(cookies)?.[1]
}

export const newSid = (): string => randomBytes(32).toString('base64url')

/** What the database holds of a cookie. Without a salt: nobody guesses 256 bits. */
export const hashSid = (value: string): Buffer => createHash('sha256').update(value).digest()

const attributes = (secure: boolean) => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** The Set-Cookie value that hands a session over; `secure` behind TLS. */
export const sidCookie = (value: string, secure: boolean): string =>
  `sid=${value}; Max-Age=${SESSION_DAYS * 24 * 60 * 60}; ${attributes(secure)}`

export const expiredSidCookie = (secure: boolean): string => `sid=; Max-Age=0; ${attributes(secure)}`
