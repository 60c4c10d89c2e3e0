import { Counter, type Registry } from 'prom-client'
import { errors } from './errors.ts'
import { captchaScopes } from './protocol/scope.ts'

export type Metrics = ReturnType<typeof captchaMetrics>

/** Counts challenges, from issue to spent token. */
export function captchaMetrics(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })

  const metrics = {
    minted: counter('captcha_challenges_minted_total', 'Challenges handed out.', ['scope']),
    redeemed: counter('captcha_challenges_redeemed_total', 'Challenges redeemed.', ['scope']),
    refused: counter('captcha_redemptions_refused_total', 'Redemptions refused, by the error’s code.', [
      'reason',
    ]),
    spent: counter('captcha_tokens_spent_total', 'Verification tokens judged for a form.', [
      'scope',
      'outcome',
    ]),
  }
  // A rate misses the first event of a series that is born with it.
  for (const scope of captchaScopes) {
    metrics.minted.inc({ scope }, 0)
    metrics.redeemed.inc({ scope }, 0)
    for (const outcome of ['spent', 'invalid']) metrics.spent.inc({ scope, outcome }, 0)
  }
  for (const { code, status } of Object.values(errors))
    if (status === 400) metrics.refused.inc({ reason: code }, 0)
  return metrics
}
