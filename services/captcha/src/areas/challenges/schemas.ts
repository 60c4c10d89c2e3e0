import { Type } from 'typebox'
import { captchaScopes } from '../../protocol/scope.ts'

export const ScopeParams = Type.Object({
  scope: Type.Enum(captchaScopes, { description: 'The form that the captcha guards.' }),
})

const Expires = Type.Integer({ description: 'Milliseconds since the epoch.' })

export const CaptchaChallenge = Type.Object(
  {
    token: Type.String({ description: 'Signed; redeemed unchanged.' }),
    challenge: Type.Object(
      {
        c: Type.Integer({ description: 'Number of puzzles.' }),
        s: Type.Integer({ description: 'Length of a salt, in hexadecimal characters.' }),
        d: Type.Integer({ description: 'Length of a target prefix, in hexadecimal characters.' }),
      },
      { description: 'How much work it is.' },
    ),
    expires: Expires,
  },
  {
    description:
      'Both sides derive the puzzles from the token. Puzzle i (from 1) has the salt prng(token + i, s) and the target ' +
      'prng(token + i + "d", d), where prng is xorshift32 seeded with the 32-bit FNV-1a hash of its text, written in ' +
      'hexadecimal and cut to length. A nonce solves it if the hexadecimal sha256 of salt + nonce begins with the target.',
  },
)

export const Redemption = Type.Object(
  {
    token: Type.String({ description: 'The token of the challenge.' }),
    solutions: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'One nonce for each puzzle, in order.',
    }),
  },
  { examples: [{ token: 'eyJhbGciOiJIUzI1NiJ9.…', solutions: [52_144, 9_021, 70_313] }] },
)

export const RedemptionResult = Type.Object({
  success: Type.Literal(true),
  token: Type.String({ description: 'The verification token: the form’s `cap-token`.' }),
  expires: Expires,
})

export const Spending = Type.Object({
  token: Type.String(),
  scope: Type.Enum(captchaScopes),
})

export const Returned = Type.Object({})

export const SpendingResult = Type.Object({ outcome: Type.Enum(['spent', 'invalid']) })
