import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { isKnown, notModified } from '@agora/shared/http/conditional'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Server } from '@agora/shared/http/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import type { StoredFile } from '../../storage/storage.ts'
import { pictureTypes } from '../../uploads/content.ts'
import { createMedia } from './operations/create-media.ts'
import { deleteMedia } from './operations/delete-media.ts'
import { deleteMediaDraft } from './operations/delete-media-draft.ts'
import { getMedia } from './operations/get-media.ts'
import { putMediaDraft } from './operations/put-media-draft.ts'
import { DraftedMedia, Media, MediaPath, Nothing, Picture, VariantPath } from './schemas.ts'

/** Whatever a picture is taken for, nothing in it runs. */
export const INERT = "default-src 'none'; sandbox"
/** What is under an id never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'

export const mediaRoutes = tagged('Pictures', (app, context: Context) => {
  uploadRoute(app, context)
  draftRoutes(app, context)

  app.get('/api/v1/media/:id/:variant', {
    config: { access: access.anyone, anonymous: true },
    schema: {
      operationId: 'getMedia',
      summary: 'A picture',
      description: 'For everybody, and for ever the same: caches need not ask again.',
      params: VariantPath,
      response: responses(Picture, [errors.mediaNotFound]),
    },
    handler: async (request, reply) => {
      const { id, variant } = request.params
      const { file, type } = await getMedia(context, request.params)
      reply.header('cache-control', FOR_EVER)
      return sendFile(request, reply.type(type), file, `"${id.toLowerCase()}-${variant}"`)
    },
  })

  app.delete('/api/v1/media/:id', {
    config: { access: access.member },
    schema: {
      operationId: 'deleteMedia',
      summary: 'Delete a picture',
      description:
        'For its owner, administrators and, unless a section or the site is shown by it, the moderators of a section where a ' +
        'post shows it. It is gone at once, as is an avatar made of it; where it stood in a text, its alternative text ' +
        'stands.',
      params: MediaPath,
      response: responses(Nothing, [common.cannotWriteOwn, errors.mediaNotFound]),
    },
    handler: ({ principal, params }) => deleteMedia(context, principal, params.id),
  })
})

function draftRoutes(app: Server, context: Context): void {
  const config = { access: access.member }
  const errorsOfOwn = [common.cannotWriteOwn, errors.mediaNotFound]
  const url = '/api/v1/media/:id/draft'

  app.put(url, {
    config,
    schema: {
      operationId: 'putMediaDraft',
      summary: 'Keep a picture that a draft shows',
      description:
        'For its owner: it is kept for 14 days from now, as a draft is in a browser. It counts towards the bytes that an ' +
        'account may keep, like any other.',
      params: MediaPath,
      response: responses(DraftedMedia, errorsOfOwn),
    },
    handler: ({ principal, params }) => putMediaDraft(context, principal, params.id),
  })

  app.delete(url, {
    config,
    schema: {
      operationId: 'deleteMediaDraft',
      summary: 'Let go of a picture that a draft has shown',
      description: 'For its owner: a day later it is deleted, unless something shows it.',
      params: MediaPath,
      response: responses(Nothing, errorsOfOwn),
    },
    handler: ({ principal, params }) => deleteMediaDraft(context, principal, params.id),
  })
}

/** In a scope of its own: its body is what was sent, not JSON. */
function uploadRoute(app: Server, context: Context): void {
  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request: FastifyRequest, body: IncomingMessage, done) =>
      done(null, body),
    )
    scope.post('/api/v1/media', {
      config: { access: access.member, takes: pictureTypes },
      schema: {
        operationId: 'createMedia',
        summary: 'Send a picture',
        description:
          'The bytes are the body, 8 MiB at most; by their content they decide what they are. The picture is turned ' +
          'upright, written anew as WebP without any metadata, and made smaller where it is larger than 2,048 pixels ' +
          'a side; animation and transparency stay. An account may send 10 pictures in 24 hours while it is new, 100 ' +
          'later, try ten times as often, and keep 200 MiB: 429 beyond. A picture that nothing shows is deleted after 24 hours.',
        tags: ['Pictures'],
        response: responses(Media, [common.cannotWriteOwn, errors.unsupportedImage, errors.invalidImage]),
      },
      handler: ({ principal, headers, body, raw }) =>
        createMedia(context, principal, {
          type: headers['content-type'],
          body: body instanceof Readable ? body : undefined,
          isWanted: () => !raw.socket.destroyed,
        }),
    })
  })
}

/** Sends a picture's file as it is read. */
export async function sendFile(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  etag: string,
): Promise<FastifyReply> {
  reply.headers({
    etag,
    'content-length': file.bytes,
    'content-security-policy': INERT,
  })
  const isHad = isKnown(headers['if-none-match'], etag)
  if (!isHad && method === 'GET') return reply.send(file.read())
  await file.close()
  if (isHad) return notModified(reply).send()
  // A stream keeps the length that the header tells.
  return reply.send(Readable.from([]))
}
