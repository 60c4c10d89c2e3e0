import {
  databaseEnv,
  gatewayClientEnv,
  limitsEnv,
  natsEnv,
  principalEnv,
  redisEnv,
  serviceEnv,
} from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

export const Env = Type.Object({
  ...serviceEnv,
  ...principalEnv,
  ...databaseEnv('forum'),
  ...natsEnv,
  ...gatewayClientEnv,
  ...redisEnv,
  ...limitsEnv,
})
export type Env = Static<typeof Env>
