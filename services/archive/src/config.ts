import {
  databaseEnv,
  gatewayClientEnv,
  natsEnv,
  principalEnv,
  replicaEnv,
  serviceEnv,
} from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

export const Env = Type.Object({
  ...serviceEnv,
  ...principalEnv,
  ...databaseEnv('archive'),
  ...replicaEnv,
  ...natsEnv,
  ...gatewayClientEnv,
})
export type Env = Static<typeof Env>
