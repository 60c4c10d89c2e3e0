import type { IncomingHttpHeaders } from 'node:http'
import type { ApiError } from '@agora/shared/errors/catalogue'
import { challengeFor } from '@agora/shared/errors/challenges'
import { common } from '@agora/shared/errors/common'
import { toApiError } from '@agora/shared/errors/renderer'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DrawnPage, DrawPage } from './drawn.ts'

interface Drawing {
  drawPage: DrawPage
}

/** Besides the headers of the page. */
const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** A page that tells a person why something was refused, in plain text while the web service cannot draw it. */
export interface RefusalPage {
  headers: Readonly<Record<string, string>>
  body: string
}

const pageOf = (drawn: DrawnPage | undefined, text: string): RefusalPage =>
  drawn
    ? { headers: { ...drawn.headers, ...always }, body: drawn.body }
    : { headers: { 'content-type': 'text/plain; charset=utf-8', ...always }, body: `${text}\n` }

/** What a person reads of an error of the catalogue; `where` it came up decides the words around it. */
export async function refusalPage(
  { drawPage }: Drawing,
  { definition, message, headers: told }: ApiError,
  headers: IncomingHttpHeaders,
  where: 'page' | 'linking',
): Promise<RefusalPage> {
  const { status } = definition
  const after = Number(told['retry-after'])
  const query = new URLSearchParams({
    status: String(status),
    message,
    // In whole minutes: such a page is kept for everybody who is refused.
    ...(status === 429 && after > 0 ? { after: String(Math.ceil(after / 60) * 60) } : {}),
  })
  const page = pageOf(await drawPage(`/internal/refusals/${where}?${query}`, headers), message)
  if (status !== 401) return page
  return { ...page, headers: { ...page.headers, 'www-authenticate': challengeFor(headers.authorization) } }
}

/** An OAuth error that cannot be sent to the client by a redirect (RFC 6749, 4.1.2.1). */
export async function oauthErrorPage(
  { drawPage }: Drawing,
  { error, error_description: description }: { error: string; error_description?: string | undefined },
  headers: IncomingHttpHeaders,
): Promise<RefusalPage> {
  const told = description === undefined ? error : `${error}: ${description}`
  const query = new URLSearchParams({ message: told })
  return pageOf(await drawPage(`/internal/refusals/oauth?${query}`, headers), told)
}

/** Answers a request for a page of the site that is not passed on. While its service is away, in plain text. */
export async function showRefusal(
  context: Drawing,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const error = toApiError(thrown)
  const { definition, headers, message } = error
  const { status } = definition
  if (status >= 500) request.log.error({ err: error.cause ?? error }, 'a page failed')
  const isItsServiceAway = status === 503 && definition !== common.unavailable
  const page = isItsServiceAway
    ? pageOf(undefined, message)
    : await refusalPage(context, error, request.headers, 'page')
  return reply
    .code(status)
    .headers({ ...headers, ...page.headers })
    .send(page.body)
}
