import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { toApiError } from '@agora/shared/errors/renderer'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { html } from './html.ts'
import { messageFor } from './messages.ts'
import { show } from './site.ts'
import { wordsFor } from './words/words.ts'

/** Shows an error as a page. */
export function showError(context: Context, thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const error = thrown instanceof ApiError ? thrown : toApiError(thrown)
  const { status } = error.definition
  if (status >= 500) request.log.error({ err: error.cause ?? error }, 'a page failed')
  const isOurs = status >= 500 && error.definition !== common.unavailable
  const words = wordsFor(request)
  const text = messageFor(error, words) ?? (isOurs ? words.errors.oursText : words.errors.text)
  return show({ context }, reply.headers(error.headers), {
    title: isOurs ? words.errors.oursTitle : words.errors.title,
    body: html`<p role="alert">${text}</p><p><a href="/">${words.toFrontPage}</a></p>`,
    status,
  })
}
