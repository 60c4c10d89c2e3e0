import { gatewayClientEnv, principalEnv, runbooksEnv, serviceEnv } from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

export const Env = Type.Object({ ...serviceEnv, ...principalEnv, ...gatewayClientEnv, ...runbooksEnv })
export type Env = Static<typeof Env>
