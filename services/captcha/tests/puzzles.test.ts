import { captchaPuzzles, solveCaptcha } from '@agora/testing/captcha-solver'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersPuzzles } from '../src/protocol/puzzles.ts'

describe('puzzles', () => {
  it('are those of the protocol: salts and targets that its public widget derives', () => {
    const puzzles = captchaPuzzles({ token: 'agora', challenge: { c: 2, s: 20, d: 5 }, expires: 0 })
    // As @cap.js/widget 0.1.57 computes them.
    expect(puzzles).toEqual([
      { salt: 'd9cfc66b01546baa080c', target: 'ea405' },
      { salt: 'cb46431767b0f2254779', target: 'cee78' },
    ])
  })

  it('are the same for the service and for an independent solver', () => {
    const parameters = fc.record({
      c: fc.integer({ min: 1, max: 6 }),
      s: fc.integer({ min: 1, max: 70 }),
      d: fc.integer({ min: 1, max: 2 }),
    })
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 90 }), parameters, (token, challenge) => {
        const solutions = solveCaptcha({ token, challenge, expires: 0 })
        expect(answersPuzzles({ token, parameters: challenge }, solutions)).toBe(true)
        expect(answersPuzzles({ token, parameters: challenge }, [...solutions, 0])).toBe(false)
        expect(answersPuzzles({ token, parameters: challenge }, solutions.slice(1))).toBe(false)
        expect(answersPuzzles({ token, parameters: { ...challenge, d: 8 } }, solutions)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('are answered by zero as by any other nonce', () => {
    // Found by trying tokens: zero solves its only puzzle.
    const token = Array.from({ length: 500 }, (_, index) => `token ${index}`).find(
      (text) => solveCaptcha({ token: text, challenge: { c: 1, s: 32, d: 1 }, expires: 0 })[0] === 0,
    )
    expect(token).toBeDefined()
    const puzzles = { token: token ?? '', parameters: { c: 1, s: 32, d: 1 } }
    expect(answersPuzzles(puzzles, [0])).toBe(true)
    for (const list of [[false], [null], ['0'], [''], [[]], [Number.NaN], [-1]])
      expect(answersPuzzles(puzzles, list)).toBe(false)
  })
})
