import { ClaimedMedia, MediaClaim } from '@agora/shared/contracts/internal-media'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { claimMedia } from './operations/claim-media.ts'

export function claimRoutes(app: Server, context: Context): void {
  app.post('/internal/media/claims', {
    config: { access: access.services('forum') },
    schema: {
      operationId: 'claimMedia',
      summary: 'Says which pictures a post or a draft shows',
      body: MediaClaim,
      response: responses(ClaimedMedia),
    },
    handler: ({ body }) => claimMedia(context, body),
  })
}
