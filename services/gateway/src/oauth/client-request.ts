import type { IncomingMessage } from 'node:http'
import { formFieldsOf } from '@agora/shared/http/form-fields'
import { utf8Of } from '@agora/shared/http/utf8'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { askerOf } from '../passwords/asker.ts'
import { noClientLogin, takeClientLogin } from './client-login.ts'

/** RFC 6749, sections 4.1.2.1 and 5.2. The library would read U+FFFD in the place of each bad byte. */
export const notUtf8 = { error: 'invalid_request', error_description: 'the request is not UTF-8' }

/** A request that only forms send was sent as something else. */
export const noForm = { error: 'invalid_request', error_description: 'send the parameters as a form' }

/** An answer in place of the library's. */
export interface Refusal {
  status: number
  headers: Readonly<Record<string, string>>
  body: { error: string; error_description: string }
}

const invalid = (body: Refusal['body']): Refusal => ({ status: 400, headers: {}, body })
const noFields = invalid({
  error: 'invalid_request',
  error_description: 'send the parameters as a form, or as a JSON object of texts',
})

const mediaType = (header: string | undefined) => header?.split(';', 1)[0]?.trim().toLowerCase()
const isForm = (type: string | undefined) => mediaType(type) === 'application/x-www-form-urlencoded'
const isJson = (type: string | undefined) => mediaType(type) === 'application/json'

/** The fields of a form; undefined for any other body. */
export function formOf({ headers, body }: FastifyRequest): URLSearchParams | undefined {
  if (!isForm(headers['content-type'])) return undefined
  return formFieldsOf(body instanceof Buffer ? body : Buffer.alloc(0))
}

/**
 * Reads what a client sends and how it authenticates, as a form (RFC 6749) or as JSON, which some clients send, and has
 * the library find it in its own form. Returns the refusal if that is not possible.
 */
export function prepareClientRequest(request: FastifyRequest, reply: FastifyReply): Refusal | undefined {
  const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
  if (utf8Of(body) === undefined) return invalid(notUtf8)
  const type = request.headers['content-type']
  const fields = isForm(type) ? formFieldsOf(body) : isJson(type) ? jsonFields(body) : undefined
  if (!fields) return isForm(type) ? invalid(notUtf8) : noFields
  const { raw } = request
  if (!takeClientLogin(raw, fields, askerOf(request, reply))) return noClientLogin
  raw.headers.accept = 'application/json'
  giveFields(raw, fields)
  return undefined
}

/**
 * Has the library find the form of a request that has been read, and returns the refusal if that is not possible. A
 * body of another kind is left to the library's own.
 */
export function prepareForm({ raw, body }: FastifyRequest): Refusal | undefined {
  if (!isForm(raw.headers['content-type'])) return undefined
  const fields = formFieldsOf(body instanceof Buffer ? body : Buffer.alloc(0))
  if (!fields) return invalid(notUtf8)
  giveFields(raw, fields)
  return undefined
}

function jsonFields(body: Buffer): URLSearchParams | undefined {
  const fields = parsed(body)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return undefined
  const entries = Object.entries(fields).filter(([, value]) => value !== null)
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? new URLSearchParams(entries)
    : undefined
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Gives the library the fields of a body that has been read: it reads a request by these alone. */
function giveFields(raw: IncomingMessage, fields: URLSearchParams): void {
  const body = Buffer.from(fields.toString())
  Object.assign(raw.headers, {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  })
  delete raw.headers['transfer-encoding']
  Object.defineProperties(raw, { readable: { value: true }, iterator: { value: () => [body] } })
}
