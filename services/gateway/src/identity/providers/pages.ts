import { common } from '@agora/shared/errors/common'
import { errorRenderer, toApiError } from '@agora/shared/errors/renderer'
import { takesPages } from '@agora/shared/http/takes-pages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusalPage } from '../../refusals/refusals.ts'
import type { Context } from '../context.ts'

/** Where the browser ends up after linking; its address contains nothing from the provider. */
export const LINKED_PAGE = '/account-linked'

/** Where a member proves that it is them, and goes on from there. */
const CONFIRM_PAGE = '/confirm'

/** Shows an error as a page to a browser, as JSON to anyone else. */
export function failurePages(context: Context) {
  const renderJson = errorRenderer()
  return async (thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const error = toApiError(thrown)
    if (!takesPages(request)) {
      renderJson(thrown, request, reply)
      return
    }
    // With the password the member goes on from where they are.
    if (error.definition === common.recentSignInRequired) {
      await reply.redirect(`${CONFIRM_PAGE}?${new URLSearchParams({ next: request.url })}`, 303)
      return
    }
    const page = await refusalPage(context, error, request.headers, 'linking')
    await reply
      .code(error.definition.status)
      .headers({ ...error.headers, ...page.headers })
      .send(page.body)
  }
}
