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
import { readActorFacts } from '../authority/store.ts'
import type { Context } from '../context.ts'
import { isBehind, readSections, removePictures } from './store.ts'

export function internalPictureRoutes(app: Server, { db }: Context): void {
  app.post('/internal/pictures/moderation', {
    config: { access: access.services('media') },
    schema: {
      operationId: 'judgePictureModeration',
      summary: 'Says whether a member moderates a section of one of these posts',
      body: PictureModeration,
      response: responses(ModeratesPicture),
    },
    handler: async ({ body: { user, posts } }) => {
      const { roles } = await readActorFacts(db, user)
      const held = new Set(roles.map(({ sectionId }) => sectionId))
      const moderates =
        held.size > 0 && (await readSections(db, posts)).some((id) => held.has(null) || held.has(id))
      return { moderates }
    },
  })

  app.get('/internal/pictures/claims', {
    config: { access: access.services('media') },
    schema: {
      operationId: 'getPictureClaims',
      summary: 'Says whether posts wait for their pictures to be claimed',
      response: responses(PictureClaims),
    },
    handler: async () => ({ is_behind: await isBehind(db) }),
  })

  app.post('/internal/pictures/removals', {
    config: { access: access.services('media') },
    schema: {
      operationId: 'removePicture',
      summary: 'Puts the alternative text where a picture stood in these posts',
      body: PictureRemoval,
      response: responses(PictureRemoved),
    },
    handler: async ({ body: { media, posts } }) => {
      for (const post of posts) await db.transaction((tx) => removePictures(tx, post, [media]))
      return {}
    },
  })
}
