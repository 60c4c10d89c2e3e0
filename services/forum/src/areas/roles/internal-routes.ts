import { RoleGrants } from '@agora/shared/contracts/internal-roles'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { readGrants } from './store.ts'

export function internalRoleRoutes(app: Server, { db }: Context): void {
  app.get('/internal/role-grants', {
    config: { access: access.services('gateway') },
    schema: {
      operationId: 'listRoleGrants',
      summary: 'Says who holds which role, for the gateway, which protects their names',
      response: responses(RoleGrants),
    },
    handler: async () => ({ grants: await readGrants(db) }),
  })
}
