import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { expect, test } from 'vitest'
import { createFairQueue } from '../src/callers/fair-queue.ts'
import { networkOf, wideNetworkOf } from '../src/callers/network.ts'

const refusal = () => new ApiError(common.unavailable)
const refusalOfOne = () => new ApiError(common.tooManyRequests)

/** Tasks that end when told to, and the order in which they began. */
function rounds(options: { mostWaiting: number; mostOfOne: number }) {
  const enqueue = createFairQueue({ atOnce: 1, refusal, refusalOfOne, ...options })
  const begun: string[] = []
  let end = () => {}
  const run = (key: string, name = key) =>
    enqueue(key, () => {
      begun.push(name)
      return new Promise<void>((resolve) => {
        end = resolve
      })
    })
  const goOn = async () => {
    end()
    await new Promise(setImmediate)
  }
  return { run, begun, goOn }
}

test('however many tasks one key has, another’s waits for one of them', async () => {
  const { run, begun, goOn } = rounds({ mostWaiting: 100, mostOfOne: 50 })
  const all = [run('flood'), run('flood'), run('flood'), run('flood'), run('one'), run('two'), run('one')]
  for (let step = 0; step < 7; step++) await goOn()
  await Promise.all(all)
  expect(begun).toEqual(['flood', 'flood', 'one', 'two', 'flood', 'one', 'flood'])
  const last = run('again')
  await goOn()
  await last
})

test('a key’s own tasks are bounded, and when the room is full the longest line gives way', async () => {
  const { run, begun, goOn } = rounds({ mostWaiting: 4, mostOfOne: 3 })
  const first = run('flood', 'running')
  const waiting = [run('flood', '1'), run('flood', '2'), run('flood', '3')].map((one) =>
    one.catch((error: ApiError) => error.definition.status),
  )
  await expect(run('flood')).rejects.toMatchObject({ definition: { status: 429 } })
  const others = [run('a'), run('b'), run('c')].map((one) =>
    one.catch((error: ApiError) => error.definition.status),
  )
  for (let step = 0; step < 8; step++) await goOn()
  await first
  expect(await Promise.all(waiting)).toEqual([undefined, 503, 503])
  expect(await Promise.all(others)).toEqual([undefined, undefined, undefined])
  expect(begun).toEqual(['running', '1', 'a', 'b', 'c'])
})

test('a task that fails hands over its place', async () => {
  const enqueue = createFairQueue({ atOnce: 1, mostWaiting: 2, mostOfOne: 2, refusal, refusalOfOne })
  const failed = enqueue('one', () => Promise.reject(new Error('broken')))
  const next = enqueue('two', async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::3', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['no address', 'no address'],
])('%s counts in the wide network %s', (address, wide) => {
  expect(wideNetworkOf(networkOf(address))).toBe(wide)
})
