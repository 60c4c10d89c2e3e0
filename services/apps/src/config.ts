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
  APPS_STORE: Type.Enum(['postgres', 'memory'], { default: 'postgres' }),
  WEBHOOK_KEY: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'Encrypts the channels’ signing secrets at rest.',
  }),
})
export type Env = Static<typeof Env>
