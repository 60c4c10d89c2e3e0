import { Job } from '@agora/shared/contracts/jobs'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { errors } from '../../errors.ts'
import { memberOf } from '../accounts/authority.ts'
import { UserParams } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { actingOf } from '../credentials/acting.ts'
import { createExport } from './operations/create-export.ts'
import { ExportBody } from './schemas.ts'

export const exportRoutes = tagged('users', (app, context: Context) => {
  app.post('/api/v1/users/:user_id/export', {
    config: { access: access.member, bodyOptional: true, costly: true },
    schema: {
      operationId: 'createExport',
      summary: 'Exports all data held about the caller',
      description:
        'When it is done, a mail links to a ZIP file of NDJSON, which only the member can open, for seven days. ' +
        'Repeated within ten minutes, the request returns the same job.',
      params: UserParams,
      body: ExportBody,
      response: responses(Job, [
        common.forbidden,
        errors.currentPasswordMissing,
        errors.currentPasswordWrong,
        errors.noConfirmedEmail,
      ]),
    },
    handler: (request, reply) => {
      const { principal, params, body } = request
      return createExport(context, memberOf(principal), params.user_id, body, actingOf(request, reply))
    },
  })
})
