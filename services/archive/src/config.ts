import {
  databaseEnv,
  gatewayClientEnv,
  natsEnv,
  principalEnv,
  readReplicaEnv,
  serviceEnv,
} from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

export const Env = Type.Object({
  ...serviceEnv,
  ...principalEnv,
  ...databaseEnv('archive'),
  ...readReplicaEnv,
  ...natsEnv,
  ...gatewayClientEnv,
})
export type Env = Static<typeof Env>
