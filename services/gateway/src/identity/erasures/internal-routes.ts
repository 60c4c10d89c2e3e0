import { accountHolders, ErasuresDone, ErasuresDue, ErasuresKnown } from '@agora/shared/contracts/erasures'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../context.ts'
import { Nothing } from '../emails/schemas.ts'
import { compareErasures } from './operations/compare-erasures.ts'
import { listDueErasures } from './operations/list-due-erasures.ts'

const onRequest = onlyFor(...accountHolders)
const config = { access: access.service }

/** For the other services, each for its own part. */
export function internalErasureRoutes(app: Server, context: Context): void {
  app.post('/internal/erasures/due', {
    config,
    onRequest,
    schema: {
      operationId: 'listDueErasures',
      summary: 'Takes down what a service has erased, and says what it is to erase',
      body: ErasuresDone,
      response: responses(ErasuresDue, [common.forbidden, common.notFound]),
    },
    handler: async ({ service = '', body }) => ({ due: await listDueErasures(context, service, body) }),
  })

  app.post('/internal/erasures/known', {
    config,
    onRequest,
    schema: {
      operationId: 'compareErasures',
      summary: 'Compares what a service knows to be erased with what the gateway knows',
      body: ErasuresKnown,
      response: responses(Nothing, [common.forbidden, common.notFound]),
    },
    handler: async ({ service = '', body }) => {
      await compareErasures(context, service, body)
      return {}
    },
  })
}
