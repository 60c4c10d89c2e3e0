import { EmblemRemoval, EmblemRemoved, ShownEmblems } from '../contracts/internal-media.ts'
import { access } from '../http/access.ts'
import { responses } from '../http/responses.ts'
import type { Server } from '../http/types.ts'

/** The emblems that a service stores. */
export interface EmblemStore {
  /** The ids of their pictures. */
  shown(): Promise<string[]>
  /** Removes this picture from whatever it is the emblem of. */
  forget(media: string): Promise<void>
}

const config = { access: access.services('media') }

/** The endpoints by which the media service asks for emblems, and says that a picture is deleted. */
export function emblemRoutes(app: Server, { shown, forget }: EmblemStore): void {
  app.get('/internal/emblems', {
    config,
    schema: {
      operationId: 'listEmblems',
      summary: 'Lists the pictures that are emblems in this service',
      response: responses(ShownEmblems),
    },
    handler: async () => ({ media: await shown() }),
  })

  app.post('/internal/emblems/removals', {
    config,
    schema: {
      operationId: 'removeEmblem',
      summary: 'Tells that a picture is deleted',
      body: EmblemRemoval,
      response: responses(EmblemRemoved),
    },
    handler: async ({ body }) => {
      await forget(body.media)
      return {}
    },
  })
}
