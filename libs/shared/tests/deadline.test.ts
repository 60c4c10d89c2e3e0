import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { withDeadline } from '@agora/shared/lifecycle/deadline'
import { expect, it } from 'vitest'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Resolves when the signal aborts; only its listener keeps it alive. */
const reasonOf = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => {
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true })
  })

it('a deadline is kept, whatever garbage is collected meanwhile', async () => {
  const reason = reasonOf(withDeadline(300, new AbortController().signal))
  const unheard = sleep(5_000, 'not heard of', { ref: false })
  for (let turn = 0; turn < 5; turn += 1) {
    await sleep(20)
    collect()
  }
  expect(await Promise.race([reason, unheard])).toMatchObject({ name: 'TimeoutError' })
})

it('the first to abort gives the reason', async () => {
  const other = new AbortController()
  const reason = reasonOf(withDeadline(60_000, undefined, other.signal))
  other.abort(new Error('enough'))
  expect(await reason).toMatchObject({ message: 'enough' })
})
