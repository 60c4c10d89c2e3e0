import { expect, test } from 'vitest'
import { newId, parseUuid, writeNewId } from '../src/contracts/ids.ts'

test('ids are UUIDs of version 7, each greater than all before and none twice', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => parseUuid(id) === id && id[14] === '7' && /[89ab]/.test(id[19]!))).toBe(true)
})

test('an id in bytes follows the same order and touches no byte but its own', () => {
  const before = newId().replaceAll('-', '')
  const bytes = Buffer.alloc(18)
  writeNewId(bytes, 1)
  expect([bytes[0], bytes[17]]).toEqual([0, 0])
  const written = bytes.toString('hex', 1, 17)
  expect([before, written, newId().replaceAll('-', '')].toSorted()[1]).toBe(written)
})
