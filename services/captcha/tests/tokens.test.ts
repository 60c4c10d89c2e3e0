import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captchaScopes } from '../src/protocol/scope.ts'
import { createTokens } from '../src/protocol/tokens.ts'

const tokens = createTokens([randomBytes(32)], { challenge: 60_000, verification: 60_000 })
const parameters = { c: 50, s: 32, d: 4 }

describe('tokens', () => {
  it('contain what was put into them, up to the configurable bounds', () => {
    for (const scope of captchaScopes)
      for (const given of [parameters, { c: 1, s: 1, d: 1 }, { c: 1_000, s: 256, d: 8 }]) {
        const { token, id, expires } = tokens.mintChallenge(scope, given)
        expect(tokens.readChallenge(token)).toEqual({
          token,
          id: id.replaceAll('-', ''),
          scope,
          expires,
          parameters: given,
        })
      }
  })

  it('are of one kind: a challenge is not a verification, nor the reverse', () => {
    expect(tokens.readVerification(tokens.mintChallenge('login', parameters).token)).toBeUndefined()
    expect(tokens.readChallenge(tokens.mintVerification('login').token)).toBeUndefined()
  })

  it('are refused with any one character changed, added or missing', () => {
    const { token } = tokens.mintChallenge('login', parameters)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. '
    const edits: string[] = []
    for (let index = 0; index < token.length; index++) {
      const [before, after] = [token.slice(0, index), token.slice(index + 1)]
      edits.push(before + after)
      for (const letter of alphabet) edits.push(before + letter + after, before + letter + token.slice(index))
    }
    const accepted = edits.filter((text) => text !== token && tokens.readChallenge(text) !== undefined)
    expect(accepted).toEqual([])
  })

  it('cannot be forged', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc
        .uint8Array({ minLength: 56, maxLength: 61 })
        .map((bytes) => Buffer.from(bytes).toString('base64url')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokens.readChallenge(text)).toBeUndefined()
        expect(tokens.readVerification(text)).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  it('are useless from their expiry on', () => {
    const expired = createTokens([Buffer.alloc(32, 1)], { challenge: 0, verification: 0 })
    expect(expired.readChallenge(expired.mintChallenge('login', parameters).token)).toBeUndefined()
    expect(expired.readVerification(expired.mintVerification('login').token)).toBeUndefined()
  })
})
