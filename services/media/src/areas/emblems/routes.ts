import { EmblemChoice, HeldEmblem } from '@agora/shared/contracts/internal-media'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { holdEmblem } from './operations/hold-emblem.ts'

export function emblemRoutes(app: Server, context: Context): void {
  app.post('/internal/emblems', {
    config: { access: access.service },
    onRequest: onlyFor('forum', 'gateway'),
    schema: {
      operationId: 'holdEmblem',
      summary: 'Keeps a picture by which a section or the site is to be shown',
      body: EmblemChoice,
      response: responses(HeldEmblem, [common.forbidden, common.notFound, errors.mediaNotFound]),
    },
    handler: ({ body }) => holdEmblem(context, body),
  })
}
