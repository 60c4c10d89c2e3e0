import { access } from '@agora/shared/http/access'
import { isKnown, notModified } from '@agora/shared/http/conditional'
import type { Server } from '@agora/shared/http/types'
import { type Published, readPublished } from './document.ts'

/** The API's document, for programs; the page that shows it reads it here as well. */
export function apiDocumentRoutes(app: Server): void {
  // Read on the first request, so that neither a start nor an idle gateway pays for it.
  let read: Published | undefined

  app.get('/openapi.json', { config: { access: access.forwarded, anonymous: true } }, (request, reply) => {
    read ??= readPublished()
    const { content, tag } = read
    // A public file: tools on other sites may read it. Revalidated each time; sent again only by a new version.
    reply.headers({
      etag: tag,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    })
    if (isKnown(request.headers['if-none-match'], tag)) return notModified(reply).send()
    return reply.type('application/json; charset=utf-8').send(content)
  })
}
