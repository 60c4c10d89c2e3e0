import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { parseBasic } from '../credentials/basic.ts'

/** The answer to a client that did not authenticate (RFC 6749, section 5.2). */
export const noClientLogin = {
  status: 401,
  headers: { 'www-authenticate': 'Basic realm="agora", charset="UTF-8"', 'cache-control': 'no-store' },
  body: {
    error: 'invalid_client',
    error_description: 'authenticate with HTTP Basic; public clients send their client_id',
  },
}

/** The possible readings of a request's secret. */
const secrets = new WeakMap<IncomingMessage, readonly string[]>()
export const sentSecrets = (request: IncomingMessage | undefined): readonly string[] =>
  (request && secrets.get(request)) ?? []

/** The characters of a client id (RFC 6749, appendix A.1). */
const printable = /^[\x20-\x7e]+$/

/**
 * Reads a client's HTTP Basic; false if there is none. RFC 6749 form-encodes id and secret, many clients do not: either
 * reading of the secret counts. The library is given only the id and asks back about the secret, since it would refuse
 * one that is not ASCII.
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
