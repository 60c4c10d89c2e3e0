import { SiteTexts } from '@agora/shared/contracts/internal-texts'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { timestamp } from '../../resources/views.ts'
import { readRules } from './store.ts'

export function internalTextRoutes(app: Server, { db }: Context): void {
  app.get('/internal/texts', {
    config: { access: access.services('gateway') },
    schema: {
      operationId: 'listSiteTexts',
      summary: 'Says which rules the site has, for the gateway, where they are accepted',
      response: responses(SiteTexts),
    },
    handler: async () => ({
      texts: (await readRules(db)).map((rules) => ({ ...rules, time: timestamp(rules.time) })),
    }),
  })
}
