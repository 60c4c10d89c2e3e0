import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Starts a floor in a process of its own with `settings`; returns its handle once it listens. */
export function startFloor(file, settings) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), { env: { NODE_ENV: 'production' } })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${file} ended with status ${code}`)))
    child.once('message', (/** @type {{ port: number }} */ { port }) =>
      resolve({
        pid: child.pid,
        url: `http://127.0.0.1:${port}`,
        /** Runs a round of work without requests. */
        work: (order) =>
          new Promise((done) => {
            child.once('message', done)
            child.send(order)
          }),
        stop: () => {
          child.removeAllListeners('exit')
          child.kill()
        },
      }),
    )
    child.send(settings)
  })
}

/** The floor's own side: calls `start` with the settings and sends back what it returns. */
export function asFloor(start) {
  process.once('message', async (settings) => process.send?.({ port: await start(settings) }))
  process.once('disconnect', () => process.exit())
}

export async function listen(app) {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app.server.address().port
}
