import type { IncomingMessage } from 'node:http'
import { formFieldsOf, hasTooManyFields, MAX_FIELDS } from '@agora/shared/http/form-fields'
import { isTooIntricate } from '@agora/shared/http/json-bounds'
import { utf8Of } from '@agora/shared/http/utf8'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { askerOf } from '../passwords/asker.ts'
import { noClientLogin, takeClientLogin } from './client-login.ts'

/** RFC 6749, sections 4.1.2.1 and 5.2. The library would read U+FFFD in the place of each bad byte. */
export const notUtf8 = { error: 'invalid_request', error_description: 'the request is not UTF-8' }

/** A request that only forms send was sent as something else. */
const noForm = { error: 'invalid_request', error_description: 'send the parameters as a form' }

/** An answer in place of the library's. */
export interface Refusal {
  status: number
  headers: Readonly<Record<string, string>>
  body: { error: string; error_description: string }
}

const invalid = (body: Refusal['body']): Refusal => ({ status: 400, headers: {}, body })
const noFields = {
  error: 'invalid_request',
  error_description: 'send the parameters as a form, or as a JSON object of texts',
}

/** More than any request takes, in bytes. */
const MAX_BYTES = 64 * 1024
const tooLarge = { error: 'invalid_request', error_description: 'the request is too large' }

const mediaType = (header: string | undefined) => header?.split(';', 1)[0]?.trim().toLowerCase()
const isForm = ({ headers }: FastifyRequest) =>
  mediaType(headers['content-type']) === 'application/x-www-form-urlencoded'
const isJson = ({ headers }: FastifyRequest) => mediaType(headers['content-type']) === 'application/json'

/** What was sent, or the reason why it is not taken. Whether it is too large is told before it is taken apart. */
type Fields = URLSearchParams | Refusal['body']

export const areFields = (fields: Fields): fields is URLSearchParams => fields instanceof URLSearchParams

/** Takes the parameters of a form, and of no other body unless `readOther` can. */
export function fieldsOf(request: FastifyRequest, readOther?: (text: string) => Fields): Fields {
  const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
  if (body.length > MAX_BYTES) return tooLarge
  if (isForm(request)) return hasTooManyFields(body) ? tooLarge : (formFieldsOf(body) ?? notUtf8)
  if (!readOther) return noForm
  const text = utf8Of(body)
  return text === undefined ? notUtf8 : isJson(request) ? readOther(text) : noFields
}

const jsonAskers = new WeakSet<IncomingMessage>()

/** Whether a client has named JSON as what it takes. */
export const asksForJson = (raw: IncomingMessage): boolean => jsonAskers.has(raw)

/**
 * Reads what a client sends and how it authenticates, as a form (RFC 6749) or as JSON, which some clients send, and has
 * the library find it in its own form. Returns the refusal if that is not possible.
 */
export function prepareClientRequest(request: FastifyRequest, reply: FastifyReply): Refusal | undefined {
  const fields = fieldsOf(request, jsonFields)
  if (!areFields(fields)) return invalid(fields)
  const { raw } = request
  if (!takeClientLogin(raw, fields, askerOf(request, reply))) return noClientLogin
  if (raw.headers.accept?.includes('application/json')) jsonAskers.add(raw)
  raw.headers.accept = 'application/json'
  giveFields(raw, fields)
  return undefined
}

/**
 * Has the library find the form of a request that has been read, and returns the refusal if that is not possible. A
 * body of another kind is left to the library's own.
 */
export function prepareForm(request: FastifyRequest): Refusal | undefined {
  if (!isForm(request)) return undefined
  const fields = fieldsOf(request)
  if (!areFields(fields)) return invalid(fields)
  giveFields(request.raw, fields)
  return undefined
}

/** Texts only, each of which UTF-8 can hold: of halves of characters it would make all the same one. */
function jsonFields(text: string): Fields {
  if (isTooIntricate(text)) return tooLarge
  const fields = parsed(text)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return noFields
  const entries = Object.entries(fields).filter(([, value]) => value !== null)
  if (entries.length > MAX_FIELDS) return tooLarge
  return entries.every(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].isWellFormed(),
  )
    ? new URLSearchParams(entries)
    : noFields
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
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
