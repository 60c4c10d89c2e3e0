import { createServiceServer } from '@agora/shared/http/service-server'
import type { Server } from '@agora/shared/http/types'
import { challengeRoutes } from './areas/challenges/routes.ts'
import type { Context } from './context.ts'

/** The service's only server factory. */
export function createApp(context: Context): Server {
  const app = createServiceServer('captcha', context, { db: context.db })
  challengeRoutes(app, context)
  return app
}
