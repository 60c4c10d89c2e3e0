import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { EXPECTED_BYTES } from '@agora/shared/http/bodies'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { getExport } from './operations/get-export.ts'
import { ExportFile, ExportParams } from './schemas.ts'

export function exportRoutes(app: Server, context: Context): void {
  app.get(
    '/api/v1/job/exports/:export_id/:file',
    {
      config: { access: access.member },
      schema: {
        operationId: 'getExport',
        summary: 'Fetch what is held of the member who asks, as they had it gathered',
        description: 'The link of the mail. Its member alone can open it, for seven days.',
        tags: ['Jobs'],
        params: ExportParams,
        response: responses(ExportFile, [errors.exportNotFound, common.internal]),
      },
    },
    async ({ principal, params }, reply) => {
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
  )
}
