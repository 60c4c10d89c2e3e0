import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { listRecords } from './operations/list-records.ts'
import { ArchivedRecords, recordsQuery } from './schemas.ts'

const DEFAULT_LIMIT = 20

/** Public as well. */
export const listingRoutes = tagged('archive', (app, context: Context) => {
  app.get('/api/v1/archive/records', {
    config: { access: access.anyone },
    schema: {
      operationId: 'listArchivedRecords',
      summary: 'Archived accounts and creatures, by name',
      description:
        'Public. All of them, or those of a type, of a server, or whose name begins with a text. There is no count: ' +
        '`next` leads on. A server that the configuration does not name has none.',
      querystring: recordsQuery(DEFAULT_LIMIT),
      response: responses(ArchivedRecords, [errors.internal]),
    },
    handler: ({ query }) => listRecords(context, query),
  })
})
