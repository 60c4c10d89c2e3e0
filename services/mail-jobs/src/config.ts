import {
  databaseEnv,
  gatewayClientEnv,
  natsEnv,
  principalEnv,
  redisEnv,
  serviceEnv,
} from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

export const Env = Type.Object({
  ...serviceEnv,
  ...principalEnv,
  ...databaseEnv,
  ...natsEnv,
  ...gatewayClientEnv,
  ...redisEnv,
  SMTP_URL: Type.String({ pattern: '^smtps?://' }),
  MAIL_PIXEL_KEY: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Signs the open-tracking image.' }),
})
export type Env = Static<typeof Env>
