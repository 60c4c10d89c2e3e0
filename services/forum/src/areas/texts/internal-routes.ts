import { SiteTexts } from '@agora/shared/contracts/internal-texts'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { onlyFor } from '@agora/shared/http/only-for'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { timestamp } from '../../resources/views.ts'
import { readTextNames } from './store.ts'

export function internalTextRoutes(app: Server, { db }: Context): void {
  app.get(
    '/internal/texts',
    {
      config: { access: access.service },
      schema: {
        operationId: 'listSiteTexts',
        summary: 'Says which texts the site has, for the gateway, where the rules are accepted',
        tags: ['internal'],
        response: responses(SiteTexts, [common.forbidden, common.notFound]),
      },
      onRequest: onlyFor('gateway'),
    },
    async () => ({
      texts: (await readTextNames(db)).map(({ key, locale, time }) => ({
        key,
        locale,
        time: timestamp(time),
      })),
    }),
  )
}
