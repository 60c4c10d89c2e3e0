import { challengeFor } from '@agora/shared/errors/challenges'
import { toApiError } from '@agora/shared/errors/renderer'
import { access } from '@agora/shared/http/access'
import { compressed, takesGzip } from '@agora/shared/http/compress'
import { isKnown, notModified, tagOf } from '@agora/shared/http/conditional'
import { FOR_EVERYBODY, FOR_ITS_READER } from '@agora/shared/http/header-policy'
import type { Server } from '@agora/shared/http/types'
import { requireUtf8Query } from '@agora/shared/http/utf8'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiRefusal } from '../api.ts'
import type { Context } from '../context.ts'
import { errorPage } from '../view/errors.tsx'
import { layout } from '../view/layout.tsx'
import { returnedForm } from '../view/returned.tsx'
import { MAX_FORM_BYTES } from './accept-forms.ts'
import { Form } from './form.ts'
import type { Keeping, Params, Reader } from './keeping.ts'
import type { MadePage } from './made-pages.ts'
import type { Outcome, Page } from './outcome.ts'
import { PictureForm } from './picture-form.ts'
import { plainAddress } from './plain-address.ts'
import { pageHeaders } from './policy.ts'
import { forgetSent, rememberSent } from './sent.ts'
import { hidesKeptPages, hidingCookie, isFormToken } from './session.ts'
import { makingFor, type Visit, visitOf, type Waiting } from './visit.ts'

export type { Keeping, Params, Reader, Texts } from './keeping.ts'
export type Writer = (visit: Visit, params: Params, form: Form) => Promise<Outcome>

/** Registers an area's pages. */
export interface Pages {
  /**
   * `reads` are the query parameters that the page reads; an address with others is redirected to one without. What waits
   * for the member is asked for meanwhile, unless the page's own request to the API includes it.
   */
  get(url: string, read: Reader, reads?: readonly string[], options?: { includesWaiting?: boolean }): void
  /**
   * The target of a member's form. Runs only with the token of the member's session; otherwise nothing of the form is
   * kept but what it declares.
   */
  post(url: string, write: Writer, keeping?: Keeping): void
  /** The same for forms that anyone may send, since they change only what their sender sees. */
  postByAnybody(url: string, write: Writer): void
}
export type MountPages = (pages: Pages) => void

export function mountPages(app: Server, context: Context, areas: readonly MountPages[]): void {
  const options = { config: { access: access.forwarded }, bodyLimit: MAX_FORM_BYTES }
  app.register(async (scope: Server) => {
    const write = (url: string, answer: Writer) =>
      scope.post(url, options, async (request, reply) => {
        const visit = visitOf(context, request)
        const form = request.body instanceof Form ? request.body : new Form(new URLSearchParams())
        try {
          return await send(visit, reply, await answer(visit, request.params as Params, form))
        } finally {
          if (form instanceof PictureForm) form.close()
        }
      })
    const pages: Pages = {
      get: (url, read, reads = [], { includesWaiting = false } = {}) =>
        scope.get(url, options, async (request, reply) => {
          const plain = plainAddress(request.url, reads)
          if (plain !== undefined) return reply.redirect(plain, 303)
          const making = makingFor(context, request)
          const made = await making?.unchanged(Date.now())
          if (made) return give(request, reply, made)
          const visit = visitOf(context, request, making)
          if (!includesWaiting) void visit.waiting()
          return send(visit, reply, await read(visit, request.params as Params, {}))
        }),
      post: (url, answer, keeping) =>
        write(url, async (visit, params, form) => {
          const sent = { params, form, keeping }
          if (!isFormToken(visit.request, form.text('form-token'))) return returnedForm(visit, sent)
          try {
            return remembering(visit, form, await answer(visit, params, form))
          } catch (error) {
            if (visit.request.signal.aborted) throw error
            const refusal = explain(error, visit.request)
            if (refusal.status !== 429 && refusal.status < 500) throw error
            return returnedForm(visit, { ...sent, refusal })
          }
        }),
      postByAnybody: write,
    }
    scope.addHook('preValidation', requireUtf8Query)
    scope.setErrorHandler((error, request, reply) => {
      // The gateway did not let this caller in.
      if (request.principal === undefined) throw error
      if (request.signal.aborted) {
        // Nobody waits for the page any more.
        reply.hijack()
        return
      }
      const visit = visitOf(context, request)
      return send(visit, reply, errorPage(visit, explain(error, request)))
    })
    for (const mount of areas) mount(pages)
    pages.get('/*', async () => {
      throw new ApiRefusal(404, 'not found')
    })
    pages.postByAnybody('/*', async () => {
      throw new ApiRefusal(404, 'not found')
    })
  })
}

/** Lets the browser remember what was sent by a form and accepted. */
function remembering({ request }: Visit, form: Form, outcome: Outcome): Outcome {
  if (outcome.kind !== 'redirect' || outcome.endsSession) return outcome
  const cookie = rememberSent(request, form)
  return cookie === undefined ? outcome : { ...outcome, cookies: [...(outcome.cookies ?? []), cookie] }
}

/** Turns an error into a refusal, and logs unexpected ones. */
function explain(error: unknown, request: FastifyRequest): ApiRefusal {
  const isTold = (status: number) => status < 500 || status === 503
  if (error instanceof ApiRefusal && isTold(error.status)) return error
  const { definition, message, headers } = toApiError(error)
  if (isTold(definition.status))
    return new ApiRefusal(definition.status, message, { retryAfter: headers['retry-after'] })
  request.log.error({ err: error }, 'a page failed')
  return new ApiRefusal(error instanceof ApiRefusal ? 502 : 500, 'internal error')
}

async function send(visit: Visit, reply: FastifyReply, outcome: Outcome): Promise<FastifyReply> {
  if (outcome.kind === 'redirect') {
    for (const cookie of outcome.cookies ?? []) reply.header('set-cookie', cookie)
    if (outcome.endsSession) {
      for (const cookie of [forgetSent(visit.request), hidingCookie(visit.request)])
        if (cookie !== undefined) reply.header('set-cookie', cookie)
      // Browsers heed it behind TLS; a script removes the member's drafts anywhere (`drafts.js`).
      reply.header('clear-site-data', '"storage"')
    }
    // A title may get its former words again: kept for good, the redirects would lead in a circle.
    return outcome.isPermanent
      ? reply.header('cache-control', 'no-store').redirect(outcome.to, 301)
      : reply.redirect(outcome.to, 303)
  }
  if (outcome.kind === 'document') {
    const { body, headers } = compress(visit.request, outcome.text)
    // It names the origin, which is the request's where none is configured.
    const keeping = visit.config.site.url === undefined ? FOR_ITS_READER : FOR_EVERYBODY
    const made: MadePage = {
      headers: {
        ...cachingOf(visit, body, 200, keeping),
        ...headers,
        'content-type': outcome.type,
      },
      body,
    }
    store(visit, made)
    return give(visit.request, reply, made)
  }
  const waiting = await visit.waiting()
  const { body, headers } = compress(visit.request, layout(visit, outcome, waiting))
  const { status = 200 } = outcome
  const { cookie } = visit.forms
  if (cookie !== undefined) reply.header('set-cookie', cookie)
  const page: MadePage = {
    headers: {
      ...pageHeaders(outcome),
      ...cachingOf(visit, body, status),
      // No cache ever finds it: only the page itself, as it was left, is shown again.
      ...(mayBeKept(visit, outcome, waiting) && { 'cache-control': FOR_ITS_READER, vary: '*' }),
      // The gateway has judged any other credential before.
      ...(status === 401 && { 'www-authenticate': challengeFor(undefined) }),
      ...outcome.headers,
      ...headers,
      'content-type': 'text/html; charset=utf-8',
    },
    body,
  }
  store(visit, page)
  return give(visit.request, reply.code(status), page)
}

/** Whether the browser of a member may keep the page; see ADR 29. */
function mayBeKept(visit: Visit, { mayBeKept: isOrdinary, status = 200 }: Page, waiting: Waiting): boolean {
  const { me, request, registration } = visit
  if (!isOrdinary || status !== 200 || request.method !== 'GET' || !me) return false
  if (me.isAdministrator || me.lacksFactor || waiting.reports !== undefined || waiting.readsClosed)
    return false
  return registration.registration === 'Open' && hidesKeptPages(request)
}

function store({ making }: Visit, made: MadePage): void {
  if (made.headers['cache-control'] === FOR_EVERYBODY) making?.store(made)
}

/** Sends what was made, unless the caller has it. */
function give(request: FastifyRequest, reply: FastifyReply, { headers, body }: MadePage): FastifyReply {
  const { etag } = headers
  reply.headers(headers)
  return etag !== undefined && isKnown(request.headers['if-none-match'], etag)
    ? notModified(reply).send()
    : reply.send(body)
}

/** The text as it is sent to this caller, with its headers. */
function compress(
  { headers }: FastifyRequest,
  text: string,
): { body: string | Buffer; headers: Record<string, string> } {
  const body = takesGzip(headers['accept-encoding']) ? compressed(text) : undefined
  return body ? { body, headers: { 'content-encoding': 'gzip' } } : { body: text, headers: {} }
}

/** These inputs are the same for every guest of an address, so their pages can be kept. Members' pages are not. */
const cachingOf = (
  { me, forms }: Visit,
  body: string | Buffer,
  status = 200,
  keeping = FOR_EVERYBODY,
): Record<string, string> => ({
  ...(me || forms.areOfGuest || status !== 200
    ? { 'cache-control': 'no-store' }
    : { 'cache-control': keeping, etag: tagOf(body) }),
  vary: 'accept-encoding, accept-language, cookie',
})
