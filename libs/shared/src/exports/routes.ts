import { ExportPage, ExportRequest } from '../contracts/exports.ts'
import type { Queries } from '../database/sql.ts'
import { access } from '../http/access.ts'
import { responses } from '../http/responses.ts'
import type { Server } from '../http/types.ts'
import { type ExportFiles, type ExportPart, readExportPage } from './parts.ts'

/** What the service holds of members, for their exports: all of it, so one service alone may call this. */
export function exportRoutes(
  app: Server,
  db: Queries,
  parts: readonly ExportPart[],
  files?: ExportFiles,
): void {
  app.post('/internal/exports', {
    config: { access: access.services('mail-jobs') },
    schema: {
      operationId: 'exportMember',
      summary: 'Says what the service holds of a member',
      body: ExportRequest,
      response: responses(ExportPage),
    },
    handler: ({ body }) => readExportPage(db, parts, body, files),
  })
}
