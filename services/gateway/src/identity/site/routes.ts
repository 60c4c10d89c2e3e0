import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { errors } from '../../errors.ts'
import { actorOf } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import { updateSite } from './operations/update-site.ts'
import { Site, SiteInput } from './schemas.ts'
import { readSettings } from './settings.ts'

const url = '/api/v1/site'
/** What administrators set of the site on its pages. */
export const siteRoutes = tagged('config', (app, context: Context) => {
  app.get(url, {
    config: { access: access.anyone },
    schema: {
      operationId: 'getSite',
      summary: 'The name, the pictures and the colours of the site, and who may register',
      description: 'Public, the same for everybody.',
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
      body: SiteInput,
      response: responses(Site, [common.recentSignInRequired, errors.mediaNotFound]),
    },
    handler: (request) => updateSite(context, actorOf(request), request.body),
  })
})
