import { EmblemRemoval, EmblemRemoved, ShownEmblems } from '../contracts/internal-media.ts'
import { common } from '../errors/common.ts'
import { access } from '../http/access.ts'
import { onlyFor } from '../http/only-for.ts'
import { responses } from '../http/responses.ts'
import type { Server } from '../http/types.ts'

/** What a service shows by pictures of the media service. */
export interface EmblemStore {
  /** The pictures. */
  shown(): Promise<string[]>
  /** Shows nothing by this picture any more. */
  forget(media: string): Promise<void>
}

const tags = ['internal']
const config = { access: access.service }
const onRequest = onlyFor('media')

/** For the media service. */
export function emblemRoutes(app: Server, { shown, forget }: EmblemStore): void {
  app.get(
    '/internal/emblems',
    {
      config,
      onRequest,
      schema: {
        operationId: 'listEmblems',
        summary: 'Names the pictures by which something is shown here',
        tags,
        response: responses(ShownEmblems, [common.forbidden, common.notFound]),
      },
    },
    async () => ({ media: await shown() }),
  )

  app.post(
    '/internal/emblems/removals',
    {
      config,
      onRequest,
      schema: {
        operationId: 'removeEmblem',
        summary: 'Tells that a picture is gone',
        tags,
        body: EmblemRemoval,
        response: responses(EmblemRemoved, [common.forbidden, common.notFound, common.invalidBody]),
      },
    },
    async ({ body }) => {
      await forget(body.media)
      return {}
    },
  )
}
