import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { encoderOf } from '../src/observations/encoder.ts'
import { decodeLatest, encodeLatest } from '../src/observations/stored-json.ts'
import { fieldsOf } from '../src/observations/types.ts'
import { fieldOrder } from './support/model.ts'

const map = encoderOf(Type.Unsafe({ type: 'object', additionalProperties: Type.Integer() }))
const key = fc.oneof(
  fc.string({ maxLength: 3 }).filter((text) => text !== '__proto__'),
  fc.nat({ max: 20 }).map(String),
  fc.constantFrom('4294967294', '4294967295', '00', '007', '-1'),
)

describe('the one form of a value', () => {
  test('does not depend on the order of keys, and survives parsing and writing in JavaScript', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.nat())), fc.nat(), (entries, rotate) => {
        const unique = [...new Map(entries)]
        const turned = [
          ...unique.slice(rotate % (unique.length + 1)),
          ...unique.slice(0, rotate % (unique.length + 1)),
        ]
        const text = map(Object.fromEntries(unique))
        expect(map(Object.fromEntries(turned))).toBe(text)
        expect(JSON.stringify(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(Object.fromEntries(unique))
      }),
    )
  })

  test('exists for more keys than a function takes arguments', () => {
    const names = Array.from({ length: 200_000 }, (_, index) => `k${index}`)
    const text = map(Object.fromEntries(names.map((name) => [name, 0])))
    expect(Object.keys(JSON.parse(text))).toEqual(names.toSorted())
  })

  test('leaves unknown fields out, keeps lists in order and sorts sets', () => {
    const encode = encoderOf(
      Type.Object({ list: Type.Array(Type.String()), set: Type.Array(Type.String(), { isSet: true }) }),
    )
    expect(encode({ set: ['10', '9', '9'], more: 1, list: ['b', 'a', 'b'] })).toBe(
      '{"list":["b","a","b"],"set":["9","10"]}',
    )
  })
})

test('the latest periods of a record are read as written', () => {
  const period = fc.record({
    name: fc.constantFrom('coins', 'links', 'links.7.user', 'links.7.host', 'username'),
    start: fc.nat(),
    end: fc.option(fc.nat()),
    retrieved: fc.nat(),
    text: fc.jsonValue().map((value) => JSON.stringify(value)),
  })
  fc.assert(
    fc.property(fc.uniqueArray(period, { selector: ({ name }) => name }), (latest) => {
      const text = encodeLatest(latest)
      expect(decodeLatest(text)).toEqual(latest)
      expect(Object.keys(JSON.parse(text))).toEqual(latest.map(({ name }) => name))
    }),
  )
})

test('the fields have the bits that are stored', () => {
  expect(fieldsOf).toEqual(fieldOrder)
})
