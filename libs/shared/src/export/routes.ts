import { ExportPage, ExportRequest } from '../contracts/exports.ts'
import type { Queries } from '../database/sql.ts'
import { common } from '../errors/common.ts'
import { access } from '../http/access.ts'
import { onlyFor } from '../http/only-for.ts'
import { responses } from '../http/responses.ts'
import type { Server } from '../http/types.ts'
import { type ExportFiles, type ExportPart, readExportPage } from './parts.ts'

/** The response contains all of a member's data: only one service may call this. */
const ASKER = 'mail-jobs'

/** What the service holds of members, for their exports. */
export function exportRoutes(
  app: Server,
  db: Queries,
  parts: readonly ExportPart[],
  files?: ExportFiles,
): void {
  app.post('/internal/exports', {
    config: { access: access.service },
    schema: {
      operationId: 'exportMember',
      summary: 'Says what the service holds of a member',
      body: ExportRequest,
      response: responses(ExportPage, [common.forbidden, common.notFound]),
    },
    onRequest: onlyFor(ASKER),
    handler: ({ body }) => readExportPage(db, parts, body, files),
  })
}
