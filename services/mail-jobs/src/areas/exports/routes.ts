import { common } from '@agora/shared/errors/common'
import { toApiError } from '@agora/shared/errors/renderer'
import { access } from '@agora/shared/http/access'
import { EXPECTED_BYTES } from '@agora/shared/http/bodies'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { takesPages } from '@agora/shared/http/takes-pages'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { getExport } from './operations/get-export.ts'
import { ExportFile, ExportParams } from './schemas.ts'

const toSignIn = Type.Unsafe<undefined>({
  description: 'For a guest’s browser: to the sign-in page and back.',
})

export const exportRoutes = tagged('Jobs', (app, context: Context) => {
  app.get('/api/v1/job/exports/:export_id/:file', {
    config: { access: access.member, takesTokens: false },
    // Mail is often read where its recipient is not signed in.
    errorHandler: (error, request, reply) => {
      if (toApiError(error).definition !== common.unauthenticated || !takesPages(request)) throw error
      return reply.redirect(`/sign-in?${new URLSearchParams({ next: request.url })}`, 303)
    },
    schema: {
      operationId: 'getExport',
      summary: 'Download a file of the caller’s data export',
      description: 'The link in the mail. Only its member can open it, for seven days.',
      params: ExportParams,
      response: { ...responses(ExportFile, [errors.exportNotFound]), 303: toSignIn },
    },
    handler: async ({ principal, params }, reply) => {
      const { bytes, pieces } = await getExport(context, principal, params)
      return reply
        .type('application/zip')
        .headers({
          'content-length': bytes,
          'content-disposition': `attachment; filename="my-data-${params.file}.zip"`,
          'cache-control': 'private, no-store',
          [EXPECTED_BYTES]: bytes,
        })
        .send(pieces)
    },
  })
})
