import {
  databaseEnv,
  gatewayClientEnv,
  limitsEnv,
  natsEnv,
  principalEnv,
  redisEnv,
  replicaEnv,
  serviceEnv,
  urlsOf,
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
  MEDIA_URLS: urlsOf('media'),
})
export type Env = Static<typeof Env>
