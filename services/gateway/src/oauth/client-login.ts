import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { parseBasic } from '../credentials/basic.ts'

/** What is answered to a client that did not show who it is (RFC 6749, section 5.2). */
export const noClientLogin = {
  status: 401,
  headers: { 'www-authenticate': 'Basic realm="agora", charset="UTF-8"', 'cache-control': 'no-store' },
  body: {
    error: 'invalid_client',
    error_description: 'authenticate with HTTP Basic; public clients send their client_id',
  },
}

/** What the secret of a request may be. */
const secrets = new WeakMap<IncomingMessage, readonly string[]>()
export const sentSecrets = (request: IncomingMessage | undefined): readonly string[] =>
  (request && secrets.get(request)) ?? []

/** The characters of a client id (RFC 6749, appendix A.1). */
const printable = /^[\x20-\x7e]+$/

/**
 * Reads a client's HTTP Basic; false where there is none. RFC 6749 has id and secret form-encoded within, many clients
 * send them as they are: the secret counts either way. The library is told the id alone and asks back about the
 * secret, since it would refuse one that is not ASCII.
 */
export function takeClientLogin({ raw }: FastifyRequest): boolean {
  const [, parameter = ''] = /^basic +(\S+) *$/i.exec(raw.headers.authorization ?? '') ?? []
  const given = parseBasic(parameter)
  if (!given) return false
  const id = formDecoded(given.login) ?? given.login
  if (!printable.test(id)) return false
  const decoded = formDecoded(given.password)
  secrets.set(raw, [...new Set([decoded ?? given.password, given.password])])
  raw.headers.authorization = `Basic ${Buffer.from(`${encodeURIComponent(id)}:-`).toString('base64')}`
  return true
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
