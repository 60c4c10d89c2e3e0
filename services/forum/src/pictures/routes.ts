import {
  ModeratesPicture,
  PictureClaims,
  PictureModeration,
  PictureRemoval,
  PictureRemoved,
} from '@agora/shared/contracts/internal-media'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../context.ts'
import { getPictureClaims } from './operations/get-picture-claims.ts'
import { judgePictureModeration } from './operations/judge-picture-moderation.ts'
import { removePicture } from './operations/remove-picture.ts'

export function pictureRoutes(app: Server, context: Context): void {
  app.post('/internal/pictures/moderation', {
    config: { access: access.services('media') },
    schema: {
      operationId: 'judgePictureModeration',
      summary: 'Says whether a member moderates a section of one of these posts',
      body: PictureModeration,
      response: responses(ModeratesPicture),
    },
    handler: ({ body }) => judgePictureModeration(context, body),
  })

  app.get('/internal/pictures/claims', {
    config: { access: access.services('media') },
    schema: {
      operationId: 'getPictureClaims',
      summary: 'Says whether posts wait for their pictures to be claimed',
      response: responses(PictureClaims),
    },
    handler: () => getPictureClaims(context),
  })

  app.post('/internal/pictures/removals', {
    config: { access: access.services('media') },
    schema: {
      operationId: 'removePicture',
      summary: 'Puts the alternative text where a picture stood in these posts',
      body: PictureRemoval,
      response: responses(PictureRemoved),
    },
    handler: async ({ body }) => {
      await removePicture(context, body)
      return {}
    },
  })
}
