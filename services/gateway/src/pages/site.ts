import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { LazyProvider } from '../oauth/lazy.ts'
import type { FormTokens } from './form-token.ts'
import { layout, type Page } from './layout.ts'
import { pageHeaders } from './policy.ts'
import { localeOf } from './words/words.ts'

/** What the pages work with. */
export interface Site {
  context: Context
  tokens: FormTokens
  provider: LazyProvider
}

/** Sends a page with its headers; `captcha` adds the widget's scripts. */
export function show(
  { context }: Pick<Site, 'context'>,
  reply: FastifyReply,
  {
    captcha = false,
    status = 200,
    ...page
  }: Omit<Page, 'captchaNonce'> & { captcha?: boolean; status?: number },
): FastifyReply {
  const { nonce, headers } = pageHeaders()
  const { text } = layout(context.config.site, localeOf(reply.request), {
    ...page,
    captchaNonce: captcha ? nonce : undefined,
  })
  return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(text)
}

/** The member who sees the page. */
export const memberName = ({ principal, credential }: FastifyRequest): string | undefined =>
  principal.kind === 'user' && credential.kind === 'session' ? principal.displayName : undefined
