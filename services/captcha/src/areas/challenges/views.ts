import type { Static } from 'typebox'
import type { Challenge, Minted, Verification } from '../../protocol/tokens.ts'
import type { CaptchaChallenge, RedemptionResult } from './schemas.ts'

export function challengeView({
  token,
  parameters: { c, s, d },
  expires,
}: Minted<Challenge>): Static<typeof CaptchaChallenge> {
  return { token, challenge: { c, s, d }, expires }
}

export function redemptionView({ token, expires }: Minted<Verification>): Static<typeof RedemptionResult> {
  return { success: true, token, expires }
}
