import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { toApiError } from '@agora/shared/errors/renderer'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { html } from './html.ts'
import { messageFor } from './messages.ts'
import { show } from './site.ts'

/** Tells somebody who asked for a page what went wrong. */
export function showError(context: Context, thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const error = thrown instanceof ApiError ? thrown : toApiError(thrown)
  const { status } = error.definition
  if (status >= 500) request.log.error({ err: error.cause ?? error }, 'a page failed')
  const isOurs = status >= 500 && error.definition !== common.unavailable
  const text =
    messageFor(error) ??
    (isOurs
      ? 'Something went wrong on this side. It has been noted; try again in a while.'
      : 'This page cannot do anything with what it was sent. Go back and try again.')
  return show({ context }, reply.headers(error.headers), {
    title: isOurs ? 'Something went wrong' : 'That did not work',
    body: html`<p role="alert">${text}</p><p><a href="/">To the front page</a></p>`,
    status,
  })
}
