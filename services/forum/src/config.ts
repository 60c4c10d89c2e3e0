import {
  databaseEnv,
  gatewayClientEnv,
  limitsEnv,
  natsEnv,
  principalEnv,
  readReplicaEnv,
  redisEnv,
  serviceEnv,
  urlsOf,
} from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

export const Env = Type.Object({
  ...serviceEnv,
  ...principalEnv,
  ...databaseEnv('forum'),
  ...readReplicaEnv,
  ...natsEnv,
  ...gatewayClientEnv,
  ...redisEnv,
  ...limitsEnv,
  MEDIA_URLS: urlsOf('media'),
})
export type Env = Static<typeof Env>
