import { catalogue } from '@agora/shared/errors/catalogue'

/** The errors of the captcha routes; a refused redemption is always a 400. */
export const errors = catalogue({
  misconfigured: {
    status: 500,
    message: 'captcha is misconfigured',
    description: 'The configured parameters are out of range.',
  },
  invalidChallenge: {
    status: 400,
    message: 'invalid captcha challenge',
    description: 'The token is missing, malformed, forged or expired.',
  },
  otherScope: { status: 400, message: 'captcha challenge was issued for another scope' },
  invalidSolutions: {
    status: 400,
    message: 'invalid captcha solutions',
    description: 'Not one nonce per puzzle, or a wrong nonce.',
  },
  alreadyRedeemed: { status: 400, message: 'captcha challenge was already redeemed' },
})
