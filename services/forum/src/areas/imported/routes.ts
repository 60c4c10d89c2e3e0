import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { getImported } from './operations/get-imported.ts'
import { Imported, ImportedParams } from './schemas.ts'

export const importedRoutes = tagged('Forum posts', (app, context: Context) => {
  app.get('/api/v1/forum/imported/:source/:kind/:old_id', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getImported',
      summary: 'Find imported content by its old id',
      description:
        'For redirects from the old addresses of an imported forum, by the id they contain. ' +
        'What the caller may not see counts as never imported.',
      params: ImportedParams,
      response: responses(Imported, [errors.importedNotFound]),
    },
    handler: ({ principal, params }) => getImported(context, principal, params),
  })
})
