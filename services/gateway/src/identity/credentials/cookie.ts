import { hostCookie, readCookie, setHostCookie } from '@agora/shared/http/cookies'
import { isToken } from '@agora/shared/tokens'
import { SESSION_DAYS } from './store.ts'

/** The session's value in a Cookie header; any other form is no credential. `isSecure` behind TLS. */
export function readSid(cookies: string | undefined, isSecure: boolean): string | undefined {
  const value = readCookie(cookies, hostCookie('sid', isSecure))
  return value !== undefined && isToken(value) ? value : undefined
}

/** The Set-Cookie value of a session. */
export const sidCookie = (value: string, isSecure: boolean): string =>
  setHostCookie('sid', value, SESSION_DAYS * 24 * 60 * 60, isSecure)

export const expiredSidCookie = (isSecure: boolean): string => setHostCookie('sid', '', 0, isSecure)
