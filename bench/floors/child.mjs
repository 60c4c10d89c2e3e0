import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Floor
 * @property {number | undefined} pid
 * @property {string} url
 * @property {(order: object) => Promise<unknown>} work
 * @property {() => void} stop
 */

/**
 * Starts a floor in a process of its own with `settings`; returns its handle once it listens.
 *
 * @param {string} file
 * @param {object} settings
 * @returns {Promise<Floor>}
 */
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
        work: (/** @type {object} */ order) =>
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

/**
 * The floor's own side: calls `start` with the settings and sends back what it returns.
 *
 * @template Settings
 * @param {(settings: Settings) => number | Promise<number>} start
 */
export function asFloor(start) {
  process.once('message', async (/** @type {Settings} */ settings) =>
    process.send?.({ port: await start(settings) }),
  )
  process.once('disconnect', () => process.exit())
}

/** @param {import('fastify').FastifyInstance} app */
export async function listen(app) {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return /** @type {import('node:net').AddressInfo} */ (app.server.address()).port
}
