import { Counter, type Registry } from 'prom-client'

export type Metrics = ReturnType<typeof captchaMetrics>

/** Counts challenges, from issue to spent token. */
export function captchaMetrics(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })

  return {
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
}
