import { expect, test } from 'vitest'
import { Freshness, MAX_LAG_MS } from '../../src/database/freshness.ts'

/** Each second the primary has written one more. */
function sampled(from: number, to: number, freshness = new Freshness()): Freshness {
  for (let second = from; second <= to; second++) freshness.sampled(second, second * 1_000)
  return freshness
}

test('of a replica nothing is read before it is known how far it is', () => {
  const freshness = new Freshness()
  expect(freshness.isFit(1_000)).toBe(false)
  freshness.replayed(7)
  expect(freshness.isFit(1_000)).toBe(false)
  freshness.sampled(7, 2_000)
  expect(freshness.isFit(2_000)).toBe(false)
  freshness.replayed(7)
  expect(freshness.isFit(2_000)).toBe(true)
})

test('one that is behind by the bound is fit, one by more is not, and it is again once it has caught up', () => {
  const freshness = sampled(1, 10)
  freshness.replayed(5)
  expect(freshness.lag(10_000)).toBe(MAX_LAG_MS)
  expect(freshness.isFit(10_000)).toBe(true)
  expect(freshness.isFit(10_001)).toBe(false)
  sampled(11, 30, freshness)
  freshness.replayed(24)
  expect(freshness.isFit(30_000)).toBe(false)
  freshness.replayed(29)
  expect(freshness.isFit(30_000)).toBe(true)
})

test('one is fit for as long as nothing is written', () => {
  const freshness = new Freshness()
  for (let second = 1; second <= 100; second++) {
    freshness.sampled(7, second * 1_000)
    freshness.replayed(7)
    expect(freshness.isFit(second * 1_000 + 999)).toBe(true)
  }
})

test('one that has all that the primary said before it fell silent is fit, one that lacks some of it is not', () => {
  const freshness = sampled(1, 10)
  freshness.replayed(10)
  expect(freshness.isFit(60_000)).toBe(true)
  sampled(61, 61, freshness)
  expect(freshness.isFit(70_000)).toBe(false)
})

test('one that was left is taken again with what was written since, not with what was before', () => {
  const freshness = sampled(1, 10)
  freshness.replayed(10)
  freshness.leave(10_500)
  expect(freshness.isFit(10_500)).toBe(false)
  freshness.replayed(11)
  expect(freshness.isFit(10_600)).toBe(false)
  freshness.sampled(11, 10_600)
  freshness.replayed(11)
  expect(freshness.isFit(10_600)).toBe(true)
})
