import { createHmac } from 'node:crypto'
import { newId } from '@agora/shared/contracts/ids'
import { hostCookie, setHostCookie } from '@agora/shared/http/cookies'
import type { FastifyRequest } from 'fastify'
import { ApiRefusal } from '../api.ts'
import type { Form } from './form.ts'
import { cookieOf, isSecure, secretOf } from './session.ts'
import type { Visit } from './visit.ts'

/** As long as the API remembers an idempotency key. */
const SECONDS = 24 * 60 * 60
/** How many forms a browser remembers: more than anybody goes back over. */
const MOST = 8

const ALREADY_SENT = 'already sent'
const USED_KEY = 'idempotency key was used for another request'
/** Begins the key of a form whose sender has been told that they have sent the same before. */
const AGAIN = 'again.'

/** What differs between two forms of the same content. */
const ofOneForm = new Set(['key', 'form-token', 'act', 'from'])

const print = (secret: Buffer, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url').slice(0, 16)

/** The content of the form, which only this session can tell from others, and its key. */
function printsOf(request: FastifyRequest, form: Form): { content: string; key: string } | undefined {
  const secret = secretOf(request)
  if (!secret || !form.has('key')) return undefined
  const names = [...new Set(form.names())].filter((name) => !ofOneForm.has(name)).sort()
  const fields = names.map((name) => [name, form.all(name)])
  return {
    content: print(secret, JSON.stringify([request.url, fields])),
    key: print(secret, form.text('key')),
  }
}

const nameOf = (request: FastifyRequest) => hostCookie('sent', isSecure(request))

const sentBy = (request: FastifyRequest): string[] =>
  (cookieOf(request, nameOf(request)) ?? '').split('~', MOST).filter((one) => one !== '')

/** The cookie by which the browser remembers that it has sent this form; undefined for a form without a key. */
export function rememberSent(request: FastifyRequest, form: Form): string | undefined {
  const own = printsOf(request, form)
  if (!own) return undefined
  const others = sentBy(request).filter((one) => !one.startsWith(`${own.content}.`))
  const all = [`${own.content}.${own.key}`, ...others].slice(0, MOST)
  return setHostCookie('sent', all.join('~'), SECONDS, isSecure(request))
}

/** Ends that memory, with the session to which it belongs. */
export const forgetSent = (request: FastifyRequest): string | undefined =>
  sentBy(request).length === 0 ? undefined : setHostCookie('sent', '', 0, isSecure(request))

/**
 * Writes what a form asks for, unless this browser has sent the same by another form: a browser fills a form that
 * somebody goes back to with what they have sent by it, but the form is a new one. One of the same key the API knows.
 *
 * @throws ApiRefusal
 */
export async function sendOnce<Value>(
  { request }: Visit,
  form: Form,
  write: () => Promise<Value>,
): Promise<Value> {
  const own = printsOf(request, form)
  const before = sentBy(request).find((one) => own && one.startsWith(`${own.content}.`))
  const isOther = own && before !== undefined && before !== `${own.content}.${own.key}`
  if (isOther && !form.key().startsWith(AGAIN)) throw new ApiRefusal(422, ALREADY_SENT)
  return write()
}

/** The key of the form as it is shown after this refusal. */
export function keyAfter({ message }: ApiRefusal, key: string): string {
  if (message === ALREADY_SENT) return AGAIN + newId()
  // What was sent before stays sent; this is a new one.
  return message === USED_KEY ? newId() : key
}
