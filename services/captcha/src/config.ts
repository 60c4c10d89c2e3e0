import { databaseEnv, principalEnv, serviceEnv } from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

const DAY_S = 86_400

export const Env = Type.Object({
  ...serviceEnv,
  ...principalEnv,
  ...databaseEnv('captcha'),
  CAPTCHA_KEYS: Type.String({
    pattern: '^([0-9a-f]{2}){32,}(,([0-9a-f]{2}){32,})?$',
    description:
      'Signing secrets in hexadecimal, the newest first; the second is accepted while keys rotate.',
  }),
  CAPTCHA_CHALLENGE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: DAY_S,
    default: 600,
    description: 'How long a challenge can be redeemed.',
  }),
  CAPTCHA_TOKEN_SECONDS: Type.Integer({
    minimum: 1,
    // The widget rejects a token that lives for a day or longer.
    maximum: DAY_S - 1,
    default: 1_200,
    description: 'How long a verification token can be spent.',
  }),
  CAPTCHA_PURGE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: DAY_S,
    default: 300,
    description: 'How often expired rows are deleted.',
  }),
})
export type Env = Static<typeof Env>
