import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { errorRenderer } from '@agora/shared/errors/renderer'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../context.ts'
import { serviceNumbers } from './operations/list-services.ts'
import { ServiceNumbers } from './schemas.ts'

const url = '/api/v1/operations/services'

export const operationsRoutes = tagged('operations', (app, context: Context) => {
  app.get(url, {
    config: { access: access.administrator },
    schema: {
      operationId: 'listServices',
      summary: 'The state of every process of this instance',
      description: 'Read from the processes at most every two seconds.',
      response: responses(ServiceNumbers),
    },
    handler: serviceNumbers(context, () => app.inject('/health/ready')),
  })
})

/**
 * The operations page on the operators' own port, for whoever reaches that: without a session, since those are in the
 * database, which may be what is away. The web service draws it, and has its files.
 */
export function operationsAmongOperators(own: Server, app: Server, context: Context): void {
  const { drawPage } = context
  own.get(url, { logLevel: 'silent', handler: serviceNumbers(context, () => app.inject('/health/ready')) })
  const drawn = { '/operations': '/internal/operations', '/static/:file': undefined }
  for (const [path, drawnAt] of Object.entries(drawn))
    own.get(path, { logLevel: 'silent', errorHandler: errorRenderer() }, async (request, reply) => {
      const page = await drawPage(drawnAt ?? request.url, request.headers)
      if (!page) throw new ApiError(common.unavailable)
      return reply.headers({ ...page.headers, 'x-content-type-options': 'nosniff' }).send(page.body)
    })
}
