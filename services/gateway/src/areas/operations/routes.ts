import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { serviceNumbers } from './operations/list-services.ts'
import { ServiceNumbers } from './schemas.ts'

export function operationsRoutes(app: Server, context: Context): void {
  const listServices = serviceNumbers(context, () => app.inject('/health/ready'))
  app.get(
    '/api/v1/operations/services',
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
    listServices,
  )
}
