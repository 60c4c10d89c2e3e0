import { databaseEnv, principalEnv, serviceEnv } from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

export const Env = Type.Object({
  ...serviceEnv,
  ...principalEnv,
  ...databaseEnv,
  CAPTCHA_KEYS: Type.String({
    pattern: '^[0-9a-f]{64,}(,[0-9a-f]{64,})?$',
    description: 'Signing secrets, the newest first.',
  }),
})
export type Env = Static<typeof Env>
