import {
  databaseEnv,
  gatewayClientEnv,
  limitsEnv,
  natsEnv,
  principalEnv,
  redisEnv,
  replicaEnv,
  serviceEnv,
} from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

export const Env = Type.Object({
  ...serviceEnv,
  ...principalEnv,
  ...databaseEnv('forum'),
  ...replicaEnv,
  ...natsEnv,
  ...gatewayClientEnv,
  ...redisEnv,
  ...limitsEnv,
})
export type Env = Static<typeof Env>
