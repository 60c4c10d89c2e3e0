import { access } from '@agora/shared/http/access'
import { takesGzip } from '@agora/shared/http/compress'
import { isKnown, notModified, tagForGzip } from '@agora/shared/http/conditional'
import type { Server } from '@agora/shared/http/types'
import { type Published, readPublished } from './document.ts'

/** The API's document, for programs; the page that shows it reads it here as well. */
export function apiDocumentRoutes(app: Server): void {
  // Read on the first request, so that neither a start nor an idle gateway pays for it.
  let read: Published | undefined

  app.get('/openapi.json', { config: { access: access.forwarded, anonymous: true } }, (request, reply) => {
    read ??= readPublished()
    const { content, packed, tag } = read
    const isPacked = takesGzip(request.headers['accept-encoding'])
    // A public file: tools on other sites may read it. Revalidated each time; sent again only by a new version.
    reply.headers({
      etag: isPacked ? tagForGzip(tag) : tag,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding',
    })
    if (isKnown(request.headers['if-none-match'], tag)) return notModified(reply).send()
    if (isPacked) reply.header('content-encoding', 'gzip')
    return reply.type('application/json; charset=utf-8').send(isPacked ? packed : content)
  })
}
