import { parseAgoraConfig } from '@agora/shared/config/agora-file'
import { createSealer } from '@agora/shared/sealing'
import { testConfig } from '@agora/testing/config'
import { describe, expect, it } from 'vitest'
import { BULKHEAD_SIZE, Bulkheads } from '../src/delivery/bulkheads.ts'
import { leaseOf, pauseAfter } from '../src/delivery/schedule.ts'

const { delivery } = parseAgoraConfig(JSON.stringify(testConfig()), 'agora.yaml')

describe('the schedule as shipped', () => {
  const pauses = (random: number) => {
    const list: number[] = []
    for (let attempt = 1; ; attempt++) {
      const pause = pauseAfter(attempt, delivery, random)
      if (pause === undefined) return list
      list.push(pause)
    }
  }

  it('tries for more than a day, whatever the jitter, and gives up within two', () => {
    for (const random of [0, 0.5, 1]) {
      const total = pauses(random).reduce((sum, pause) => sum + pause, 0)
      expect(total).toBeGreaterThan(86_400)
      expect(total).toBeLessThan(2 * 86_400)
    }
  })

  it('doubles its pauses up to the longest, each longer by at most a quarter', () => {
    const [least, most] = [pauses(0), pauses(1)]
    expect(least[0]).toBe(5)
    for (const [index, pause] of least.entries()) {
      if (index > 0) expect(pause).toBe(Math.min(2 * least[index - 1]!, 14_400))
      expect(most[index]).toBe(pause * 1.25)
    }
  })

  it('leases a delivery for longer than an attempt can take', () => {
    expect(leaseOf(delivery)).toBeGreaterThan(delivery.timeout)
  })
})

describe('a bulkhead', () => {
  it('takes so many at once, and one while its receiver fails', () => {
    const bulkheads = new Bulkheads()
    const enter = (times: number) =>
      Array.from({ length: times }, () => bulkheads.enter('a')).filter(Boolean).length
    expect(enter(10)).toBe(BULKHEAD_SIZE)
    expect(bulkheads.enter('b')).toBe(true)
    bulkheads.leave('a', undefined)
    expect(enter(10)).toBe(1)
    for (let left = 0; left < BULKHEAD_SIZE; left++) bulkheads.leave('a', true)
    expect(enter(10)).toBe(1)
    bulkheads.leave('a', undefined)
    expect(enter(10)).toBe(1)
    bulkheads.leave('a', false)
    expect(enter(10)).toBe(BULKHEAD_SIZE)
  })
})

describe('a sealed secret', () => {
  const secret = Buffer.from('a secret of some length')
  const sealer = createSealer('ab'.repeat(32))

  it('opens for its owner, with its key, unchanged', () => {
    const sealed = sealer.seal(secret, 'owner')
    expect(sealer.open(sealed, 'owner')).toEqual(secret)
    expect(sealer.seal(secret, 'owner')).not.toEqual(sealed)
  })

  it('is sealed anew with the newest of two keys, once', () => {
    const [older, newer] = ['ab'.repeat(32), 'cd'.repeat(32)]
    const sealed = createSealer(older).seal(secret, 'owner')
    const both = createSealer(`${newer},${older}`)
    expect(both.open(sealed, 'owner')).toEqual(secret)
    const anew = both.sealAnew(sealed, 'owner')!
    expect(createSealer(newer).open(anew, 'owner')).toEqual(secret)
    expect(both.sealAnew(anew, 'owner')).toBeUndefined()
    expect(both.sealAnew(sealed, 'other')).toBeUndefined()
    expect(createSealer('ef'.repeat(32)).sealAnew(sealed, 'owner')).toBeUndefined()
  })

  it('opens for no other owner, with no other key, and not when a bit was changed', () => {
    const sealed = sealer.seal(secret, 'owner')
    expect(sealer.open(sealed, 'other')).toBeUndefined()
    expect(createSealer('cd'.repeat(32)).open(sealed, 'owner')).toBeUndefined()
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      expect(sealer.open(changed, 'owner')).toBeUndefined()
    }
  })
})
