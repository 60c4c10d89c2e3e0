import { access } from '@agora/shared/http/access'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { INLINE_STYLES, pageHeaders } from '../../pages/policy.ts'
import { type Published, published, readApiDocument } from './document.ts'
import { apiPage } from './page.ts'

const open = { config: { access: access.forwarded, anonymous: true } }

/** Revalidated each time; sent again only after a new version has started. */
function send(request: FastifyRequest, reply: FastifyReply, { content, tag }: Published, type: string) {
  reply.headers({ etag: tag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  return reply.type(type).send(content)
}

function publish(siteName: string) {
  const document = readApiDocument()
  return { json: published(JSON.stringify(document)), page: published(apiPage(siteName, document).text) }
}

/** The API's document, for programs and as an interactive page. */
export function apiDocumentRoutes(app: Server, { config }: Context): void {
  // Made on first request, so that neither a start nor an idle gateway pays for it.
  let made: ReturnType<typeof publish> | undefined
  const documents = () => {
    made ??= publish(config.site.name)
    return made
  }

  app.get('/openapi.json', open, (request, reply) => {
    // A public file: tools on other sites may read it.
    reply.header('access-control-allow-origin', '*')
    return send(request, reply, documents().json, 'application/json; charset=utf-8')
  })
  app.get('/docs', open, (request, reply) => {
    reply.headers(pageHeaders(INLINE_STYLES).headers)
    return send(request, reply, documents().page, 'text/html; charset=utf-8')
  })
}
