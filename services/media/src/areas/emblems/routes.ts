import { EmblemChoice, HeldEmblem } from '@agora/shared/contracts/internal-media'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { holdEmblem } from './operations/hold-emblem.ts'

export function emblemRoutes(app: Server, context: Context): void {
  app.post('/internal/emblems', {
    config: { access: access.services('forum', 'gateway') },
    schema: {
      operationId: 'holdEmblem',
      summary: 'Keeps a picture by which a section or the site is to be shown',
      body: EmblemChoice,
      response: responses(HeldEmblem, [errors.mediaNotFound]),
    },
    handler: ({ body }) => holdEmblem(context, body),
  })
}
