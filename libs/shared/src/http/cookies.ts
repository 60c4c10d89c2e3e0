import { parseCookie, stringifySetCookie } from 'cookie'

/** The first cookie of this name in a Cookie header. */
export const readCookie = (cookies: string | undefined, name: string): string | undefined =>
  cookies === undefined ? undefined : parseCookie(cookies)[name]

type HostCookie = 'sid' | 'form' | 'sent'

/**
 * The name of a cookie that proves something. Behind TLS no other host can plant one, not even of the same domain:
 * browsers take such a name only from the host itself, over TLS and for all its paths (RFC 6265bis, section 4.1.3.2).
 */
export const hostCookie = (name: HostCookie, isSecure: boolean): string =>
  isSecure ? `__Host-${name}` : name

/** A Set-Cookie value under such a name, out of reach of scripts and of other sites' forms. */
export const setHostCookie = (name: HostCookie, value: string, seconds: number, isSecure: boolean): string =>
  stringifySetCookie({
    name: hostCookie(name, isSecure),
    value,
    maxAge: seconds,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  })
