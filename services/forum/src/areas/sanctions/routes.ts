import { SanctionMail, SanctionMailRequest } from '@agora/shared/contracts/internal-sanctions'
import { pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { createOnce, IdempotencyHeaders } from '../../idempotency/create-once.ts'
import { accessToSanction } from './authority.ts'
import { createSanction, readCreatedSanction } from './operations/create-sanction.ts'
import { deleteSanction } from './operations/delete-sanction.ts'
import { getSanctionMail } from './operations/get-sanction-mail.ts'
import { listOwnSanctions } from './operations/list-own-sanctions.ts'
import { listSanctions } from './operations/list-sanctions.ts'
import { Sanction, SanctionInput, SanctionListing, SanctionQuery } from './schemas.ts'

const url = '/api/v1/forum/sanctions'

export const sanctionRoutes = tagged('Forum sanctions', (app, context: Context) => {
  app.get(url, {
    config: { access: access.anyone },
    schema: {
      operationId: 'listSanctions',
      summary: 'Read sanctions: one’s own, or as a moderator',
      description:
        'Newest first. A section’s moderators name the section; members see their own, without internal notes.',
      querystring: SanctionQuery,
      response: responses(SanctionListing, [
        errors.cannotReadSanctions,
        errors.sectionNotFound,
        errors.userNotFound,
      ]),
    },
    handler: ({ principal, query }) => listSanctions(context, principal, query),
  })

  app.post(url, {
    config: { access: access.resolvable },
    schema: {
      operationId: 'createSanction',
      summary: 'Warn or mute a member',
      description:
        'A mute bars from posting in its section, or everywhere without one; a warning only tells. The member is notified.',
      headers: IdempotencyHeaders,
      body: SanctionInput,
      response: responses(Sanction, [
        errors.warningCannotExpire,
        errors.cannotSanction,
        errors.sectionNotFound,
        errors.sanctionedUserNotFound,
        errors.muteAlreadyInForce,
        errors.sanctionExpiryPassed,
        errors.invalidIdempotencyKey,
        errors.idempotencyKeyUsed,
      ]),
    },
    handler: (request, reply) => {
      const { principal, body } = request
      return createOnce(context, request, reply, {
        create: (attempt) => createSanction(context, principal, body, attempt),
        read: (id) => readCreatedSanction(context, id),
        admit: () => accessToSanction(context, principal, body),
      })
    },
  })

  app.get('/api/v1/forum/self/sanctions', {
    config: { access: access.member },
    schema: {
      operationId: 'listOwnSanctions',
      summary: 'Read the caller’s own sanctions',
      description:
        'The newest first, those that have ended included, without what moderators note for each other.',
      querystring: pageQuery(THREADS_PER_PAGE),
      response: responses(SanctionListing, [common.forbidden]),
    },
    handler: ({ principal, query }) => listOwnSanctions(context, principal, query),
  })

  app.delete(`${url}/:sanction_id`, {
    config: { access: access.resolvable },
    schema: {
      operationId: 'deleteSanction',
      summary: 'Lift a sanction',
      description: 'Holds from the next request; the member is notified. An expired one can be lifted, too.',
      params: Type.Object({ sanction_id: Type.String({ description: 'Id of the sanction.' }) }),
      response: responses(Sanction, [
        errors.cannotLiftSanction,
        errors.sanctionNotFound,
        errors.sanctionAlreadyLifted,
      ]),
    },
    handler: ({ principal, params }) => deleteSanction(context, principal, params.sanction_id),
  })

  // It tells what only the member may read.
  app.post('/internal/sanctions', {
    config: { access: access.services('mail-jobs') },
    schema: {
      operationId: 'getSanctionMail',
      summary: 'Says what is in the mail about a sanction that the mail service is writing',
      body: SanctionMailRequest,
      response: responses(SanctionMail, [errors.nothingToSend]),
    },
    handler: ({ body }) => getSanctionMail(context, body.sanction),
  })
})
