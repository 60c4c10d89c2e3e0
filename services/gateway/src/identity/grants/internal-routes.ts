import { GrantAnswer, GrantQuestion } from '@agora/shared/contracts/internal-grants'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../context.ts'
import { judgeGrant } from './operations/judge-grant.ts'

/** An application's server links its members only where they use it. */
const ASKER = 'apps'

export function internalGrantRoutes(app: Server, context: Context): void {
  app.post('/internal/grants/held', {
    config: { access: access.service },
    schema: {
      operationId: 'judgeGrant',
      summary: 'Says whether a member has granted a client a scope, for the applications’ service',
      body: GrantQuestion,
      response: responses(GrantAnswer, [common.forbidden, common.notFound]),
    },
    onRequest: onlyFor(ASKER),
    handler: ({ body }) => judgeGrant(context, body),
  })
}
