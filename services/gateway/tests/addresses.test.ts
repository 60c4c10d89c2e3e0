import { freePort } from '@agora/suite/servers/ports'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFronted } from './upstream.ts'

let suite: Suite
let operators: string
beforeAll(async () => {
  const port = await freePort()
  operators = `http://127.0.0.1:${port}`
  ;({ suite } = await startFronted(['forum', 'apps', 'archive', 'captcha', 'web'], {
    env: { METRICS_PORT: String(port), GUEST_CACHE_MS: '60000' },
  }))
})
afterAll(() => suite?.close())

const places = [
  '/api/v1/forum',
  '/api/v1/notifications',
  '/api/v1/apps',
  '/api/v1/archive',
  '/api/v1/captcha',
  '/api',
  '',
]
let asked = 0

/** So many requests, each for another address. */
async function askForOthers(count: number): Promise<void> {
  const worker = async () => {
    while (asked < until) {
      const place = places[asked++ % places.length]
      const answer = await fetch(`${suite.url}${place}/unknown${asked}?page=${asked}`)
      await answer.arrayBuffer()
    }
  }
  const until = asked + count
  await Promise.all(Array.from({ length: 16 }, worker))
}

/** What is measured, without the numbers. */
async function series(): Promise<string[]> {
  const text = await (await fetch(`${operators}/metrics`)).text()
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
}

test('no address that callers make up is a label of a metric', async () => {
  await askForOthers(70)
  const before = await series()
  await askForOthers(700)
  const after = await series()
  expect(after.filter((one) => /unknown|page=/.test(one))).toEqual([])
  // Garbage collections come when they come, and a line of the log may be on its way to the disk.
  const own = (all: string[]) => all.filter((one) => !/^nodejs_(gc|active)_/.test(one))
  expect(own(after)).toEqual(own(before))
})
