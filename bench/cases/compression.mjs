import { get } from 'node:http'
import { load } from '../lib/load.mjs'
import { cpuOf } from '../lib/processes.mjs'
import { startCachingGateway } from '../lib/suite.mjs'

/**
 * @typedef {import('../lib/suite.mjs').Bench} Bench
 * @typedef {import('../lib/suite.mjs').Case} Case
 */

const PACKED = { 'accept-encoding': 'gzip' }
const PLAIN = { 'accept-encoding': 'identity' }

/**
 * How many bytes are sent: `fetch` would unpack them.
 *
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<number>}
 */
function sizeOf(url, headers) {
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers }, (answer) => {
      let size = 0
      answer.on('data', (chunk) => {
        size += chunk.length
      })
      answer.on('end', () => resolve(size))
    })
    asked.on('error', reject)
  })
}

/**
 * Answers with compression, against the same without, by many callers and by one alone.
 *
 * @param {Bench} bench
 * @returns {Case[]}
 */
export function compressionCases({ main, postgres, seconds }) {
  const { forum, gateway } = main.suite.processes
  const { hotSection, thread } = main.seeded
  const here = async () => ({ pid: gateway[0].pid, url: gateway[0].url, close: async () => {} })
  const keeping = async () => {
    const suite = await startCachingGateway(main)
    const [{ pid, url }] = suite.processes.gateway
    return { pid, url, close: () => suite.close() }
  }
  const answers = [
    {
      name: 'a listing of 100 threads',
      target: 0.5,
      path: `/api/v1/forum/sections/${hotSection}?limit=100`,
      start: here,
    },
    { name: 'a cached page', target: 0.9, path: `/api/v1/forum/threads/${thread}`, start: keeping },
    { name: 'the API’s document', target: 0.9, path: '/openapi.json', start: here },
  ]
  return answers.flatMap(({ name, target, path, start }) =>
    [32, 1].map((connections) => ({
      name: `compression: ${name}, ${connections === 1 ? 'one caller' : `${connections} callers`}`,
      floor: 'the same without compression',
      target,
      prepare: async () => {
        const { pid, url, close } = await start()
        const behind = [postgres.cpu, () => cpuOf(forum[0].pid)]
        /** @param {Record<string, string>} headers */
        const asked = (headers) => ({
          pid,
          behind,
          run: () => load({ url: url + path, headers, connections, seconds }),
        })
        const bytes = `${await sizeOf(url + path, PACKED)} instead of ${await sizeOf(url + path, PLAIN)} bytes`
        return {
          own: asked(PACKED),
          floor: asked(PLAIN),
          close: async () => {
            await close()
            return bytes
          },
        }
      },
    })),
  )
}
