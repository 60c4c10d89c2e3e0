import { gatewayClientEnv, principalEnv, serviceEnv } from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

export const Env = Type.Object({ ...serviceEnv, ...principalEnv, ...gatewayClientEnv })
export type Env = Static<typeof Env>
