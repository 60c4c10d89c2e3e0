import { counter } from '@agora/shared/observability/instruments'
import type { Registry } from 'prom-client'
import { errors } from './errors.ts'
import { captchaScopes as scope } from './protocol/scope.ts'

export type Metrics = ReturnType<typeof captchaMetrics>

const reason = Object.values(errors)
  .filter(({ status }) => status === 400)
  .map(({ code }) => code)

/** Counts challenges, from issue to spent token. */
export const captchaMetrics = (registry: Registry) => ({
  minted: counter(registry, 'captcha_challenges_minted_total', 'Challenges handed out.', { scope }),
  redeemed: counter(registry, 'captcha_challenges_redeemed_total', 'Challenges redeemed.', { scope }),
  refused: counter(
    registry,
    'captcha_redemptions_refused_total',
    'Redemptions refused, by the error’s code.',
    { reason },
  ),
  spent: counter(registry, 'captcha_tokens_spent_total', 'Verification tokens judged for a form.', {
    scope,
    outcome: ['spent', 'invalid'],
  }),
})
