import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { assetRoutes } from '../../pages/assets.ts'
import { serviceNumbers } from './operations/list-services.ts'
import { url as pageUrl, showOperations } from './page.ts'
import { ServiceNumbers } from './schemas.ts'

const url = '/api/v1/operations/services'

export function operationsRoutes(app: Server, context: Context): void {
  app.get(
    url,
    {
      config: { access: access.administrator },
      schema: {
        operationId: 'listServices',
        summary: 'The state of every process of this instance',
        description: 'Read from the processes at most every two seconds.',
        tags: ['operations'],
        response: responses(ServiceNumbers),
      },
    },
    serviceNumbers(context, () => app.inject('/health/ready')),
  )
}

/**
 * The same page on the operators' own port, for whoever reaches that: without a session, since those are in the
 * database, which may be what is away.
 */
export function operationsAmongOperators(own: Server, app: Server, context: Context): void {
  own.get(
    url,
    { logLevel: 'silent' },
    serviceNumbers(context, () => app.inject('/health/ready')),
  )
  own.get(pageUrl, { logLevel: 'silent' }, (_request, reply) => showOperations({ context }, reply))
  assetRoutes(own)
}
