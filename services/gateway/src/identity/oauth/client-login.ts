import type { IncomingMessage } from 'node:http'
import { parseBasic } from '../credentials/basic.ts'
import type { Asker } from '../passwords/asker.ts'

/** The answer to a client that did not authenticate (RFC 6749, section 5.2). */
export const noClientLogin = {
  status: 401,
  headers: { 'www-authenticate': 'Basic realm="agora", charset="UTF-8"', 'cache-control': 'no-store' },
  body: {
    error: 'invalid_client',
    error_description: 'authenticate with HTTP Basic or in the body; public clients send their client_id',
  },
}

/** What a client sent as its secret. */
interface SentSecret {
  /** The possible readings of it. */
  readings: readonly string[]
  asker: Asker
}
const secrets = new WeakMap<IncomingMessage, SentSecret>()
export const sentSecret = (request: IncomingMessage | undefined): SentSecret | undefined =>
  request && secrets.get(request)

/** The characters of a client id (RFC 6749, appendix A.1). */
const printable = /^[\x20-\x7e]+$/

/** Stands in for the secret: the library would refuse one that is not ASCII, and asks back. */
const STAND_IN = '-'

/**
 * Takes a client's secret out of a request: out of HTTP Basic, or else its fields; some clients send both. False if the
 * header is of no use. RFC 6749 form-encodes id and secret in the header, many clients do not: either reading of the
 * secret counts.
 */
export function takeClientLogin(raw: IncomingMessage, fields: URLSearchParams, asker: Asker): boolean {
  const { authorization } = raw.headers
  if (!authorization) {
    const [secret = '', ...others] = fields.getAll('client_secret')
    if (secret === '' || others.length > 0) return true
    secrets.set(raw, { readings: [secret], asker })
    fields.set('client_secret', STAND_IN)
    return true
  }
  const [, parameter = ''] = /^basic +(\S+) *$/i.exec(authorization) ?? []
  const given = parseBasic(parameter)
  if (!given) return false
  const id = formDecoded(given.login) ?? given.login
  if (!printable.test(id)) return false
  const decoded = formDecoded(given.password)
  secrets.set(raw, { readings: [...new Set([decoded ?? given.password, given.password])], asker })
  raw.headers.authorization = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${STAND_IN}`).toString('base64')}`
  fields.delete('client_secret')
  return true
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
