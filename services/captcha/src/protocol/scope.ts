/** The forms that a captcha guards: registration and sign-in. */
export const captchaScopes = ['register', 'login'] as const
export type CaptchaScope = (typeof captchaScopes)[number]

export function isCaptchaScope(value: unknown): value is CaptchaScope {
  return (captchaScopes as readonly unknown[]).includes(value)
}
