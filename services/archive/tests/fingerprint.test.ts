import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprintOf } from '../src/observations/fingerprint.ts'

const samples = fc.dictionary(
  fc.constantFrom('links', 'links.1.user', 'links.2.user', 'links.11.user'),
  fc.constantFrom('1', '11', '111', '"a"', '[]', '{"id":1}'),
)
const sighting = fc.tuple(fc.nat({ max: 3 }), samples).map(([bits, fields]) => {
  const names = Object.keys(fields).sort()
  return { at: 0, bits, names, texts: names.map((name) => fields[name] ?? '') }
})

test('two sightings have the same fingerprint exactly if they saw the same', () => {
  fc.assert(
    fc.property(sighting, sighting, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other)
      expect(fingerprintOf(one) === fingerprintOf(other)).toBe(isSame)
      expect(Number.isSafeInteger(fingerprintOf(one))).toBe(true)
    }),
    { numRuns: 20_000 },
  )
})
