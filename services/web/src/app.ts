import { createServiceServer } from '@agora/shared/http/service-server'
import type { Server } from '@agora/shared/http/types'
import { areasOf } from './areas/areas.ts'
import type { Context } from './context.ts'
import { acceptForms } from './http/accept-forms.ts'
import { assetRoutes } from './http/assets.ts'
import { mountPages } from './http/pages.ts'
import { schemeRoutes } from './http/scheme.ts'

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const app = createServiceServer('web', context, {})
  assetRoutes(app, context)
  schemeRoutes(app, context)
  acceptForms(app)
  mountPages(app, context, areasOf(context))
  return app
}
