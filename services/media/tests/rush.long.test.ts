import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MediaClient, noise, png, startMedia } from './support.ts'

const AT_ONCE = 100
const MAX_BYTES = 384 * 1_048_576
const MAX_READ_MS = 2_000
const PAGE_BYTES = 4_096

let media: MediaClient
beforeAll(async () => {
  media = await startMedia()
})
afterAll(() => media?.close())

/** A reader in a thread of its own: who sends a hundred photographs at once does not read meanwhile. */
const READER = `
  const { parentPort, workerData } = require('node:worker_threads')
  let isOver = false
  parentPort.once('message', () => { isOver = true })
  const read = async () => {
    let [slowest, reads, refused] = [0, 0, 0]
    while (!isOver) {
      const startedAt = performance.now()
      const answer = await fetch(workerData.url, { headers: workerData.headers })
      await answer.arrayBuffer()
      slowest = Math.max(slowest, performance.now() - startedAt)
      reads += 1
      if (answer.status !== 200) refused += 1
    }
    parentPort.postMessage({ slowest, reads, refused })
  }
  void read()
`

/** The memory of a process and those that it has started, in bytes. */
function bytesWithWorkers(pid: number): number {
  const parentOf = (id: string) => /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, id) => {
      try {
        if (id !== String(pid) && parentOf(id) !== String(pid)) return sum
        return sum + Number(readFileSync(`/proc/${id}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES
      } catch {
        // Ended meanwhile.
        return sum
      }
    }, 0)
}

it('a hundred photographs at once take 384 MiB at most, and readers wait two seconds at most', async () => {
  const shown = (await media.send(await media.member(), await png(1_000, 800))).body
  const photograph = { bytes: await noise(3_000, 2_000).jpeg({ quality: 92 }).toBuffer(), type: 'image/jpeg' }
  expect(photograph.bytes.length).toBeGreaterThan(2_000_000)
  const members = await Promise.all(Array.from({ length: AT_ONCE }, () => media.member()))
  const pid = media.suite.processes.media[0]?.pid ?? 0
  let most = 0
  const looking = setInterval(() => {
    most = Math.max(most, bytesWithWorkers(pid))
  }, 50)
  const reader = new Worker(READER, {
    eval: true,
    workerData: {
      url: `${media.suite.urls.media[0]}/api/v1/media/${shown.id}/full`,
      headers: (await media.suite.principal({ kind: 'guest' }, 'media')).headers,
    },
  })
  const startedAt = performance.now()
  const answers = await Promise.all(members.map((member) => media.send(member, photograph)))
  reader.postMessage('over')
  const [{ slowest, reads, refused }] = await once(reader, 'message')
  clearInterval(looking)
  const counted = new Map<number, number>()
  for (const { status } of answers) counted.set(status, (counted.get(status) ?? 0) + 1)
  const measured = {
    seconds: (performance.now() - startedAt) / 1_000,
    mebibytes: most / 1_048_576,
    slowestReadMs: slowest,
    reads,
    answers: Object.fromEntries(counted),
  }
  process.stdout.write(`${JSON.stringify(measured)}\n`)
  // Those that would wait too long for a worker are told so.
  expect([...counted.keys()].every((status) => status === 200 || status === 503)).toBe(true)
  expect(counted.get(200)).toBeGreaterThan(0)
  expect(most).toBeLessThan(MAX_BYTES)
  expect([refused, reads > 100]).toEqual([0, true])
  expect(slowest).toBeLessThan(MAX_READ_MS)
}, 300_000)
