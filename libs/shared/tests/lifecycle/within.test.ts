import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { within } from '../../src/lifecycle/within.ts'

const BOUND_MS = 100

/** Answers each connection's bytes with the same, whatever this thread does. */
async function startEcho() {
  const worker = new Worker(
    `require('node:net').createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1', function () {
      require('node:worker_threads').parentPort.postMessage(this.address().port)
    })`,
    { eval: true },
  )
  const [port] = await once(worker, 'message')
  return { port, stop: () => worker.terminate() }
}

function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('an answer that came while the process was busy counts', async () => {
  const echo = await startEcho()
  const socket = connect(echo.port, '127.0.0.1')
  await once(socket, 'connect')
  const answer = once(socket, 'data').then(([bytes]) => String(bytes))
  socket.write('here')
  const asked = within(BOUND_MS, answer)
  work(3 * BOUND_MS)
  expect(await asked).toBe('here')
  socket.destroy()
  await echo.stop()
})

test('what has not been answered in time is given up', async () => {
  await expect(within(BOUND_MS, new Promise(() => {}))).rejects.toThrow('no answer in 100 ms')
})
