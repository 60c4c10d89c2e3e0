import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import { errors } from '../../errors.ts'
import { actorOf } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import { updateSite } from './operations/update-site.ts'
import { Site, SiteInput } from './schemas.ts'
import { readSettings } from './settings.ts'

const url = '/api/v1/site'
const tags = ['config']

/** What administrators set of the site on its pages. */
export function siteRoutes(app: Server, context: Context): void {
  app.get(url, {
    config: { access: access.anyone },
    schema: {
      operationId: 'getSite',
      summary: 'The name, the pictures and the colours of the site, and who may register',
      description: 'Public, the same for everybody.',
      tags,
      response: responses(Site),
    },
    handler: () => readSettings(context.config, context.pool),
  })

  app.patch(url, {
    config: { access: access.administrator },
    schema: {
      operationId: 'updateSite',
      summary: 'Changes settings of the site',
      description:
        'For administrators who have signed in recently. What is not named stays. A start undoes nothing of it. Colours need the contrasts of WCAG 2.2 AA.',
      tags,
      body: SiteInput,
      response: responses(Site, [common.recentSignInRequired, errors.mediaNotFound]),
    },
    handler: (request) => updateSite(context, actorOf(request), request.body),
  })
}
