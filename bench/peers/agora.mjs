import { startSuite } from '@agora/testing/suite'
import { cpuOf } from '../lib/processes.mjs'
import { startCachingGateway } from '../lib/suite.mjs'

/**
 * This suite with a community of this size: once with each page made anew, once with guests' pages kept for a second, as
 * it is deployed.
 *
 * @param {{ threads: number, posts: number, text: string }} community
 * @param {{ cpu: () => number }} postgres
 */
export async function startAgora({ threads, posts, text }, postgres) {
  const suite = await startSuite({ services: ['gateway', 'forum'] })
  const writer = await suite.member('writer')
  /**
   * @param {string} path
   * @param {object} body
   * @returns {Promise<string>}
   */
  const write = async (path, body) => {
    const { status, body: made } = await suite.call('POST', path, { as: writer, body })
    if (status !== 200) throw new Error(`${path} was answered ${status}`)
    return made.id
  }
  /** @type {string[]} */
  const made = []
  for (let number = 0; number < threads; number++)
    made.push(await write('/forum/sections/off_topic', { title: `Thread ${number}`, body: text }))
  const read = made.at(-1)
  for (let number = 1; number < posts; number++) await write(`/forum/threads/${read}`, { body: text })

  const caching = await startCachingGateway({ suite })
  const [forum] = suite.processes.forum
  const behind = [postgres.cpu, () => cpuOf(forum.pid)]
  const headers = { ...writer.headers, 'content-type': 'application/json' }
  /**
   * @param {string} name
   * @param {{ pid: number | undefined, url: string }} gateway
   */
  const side = (name, gateway) => {
    /** @param {string} path */
    const at = (path) => ({ pid: gateway.pid, behind, url: `${gateway.url}/api/v1/forum${path}` })
    return {
      name,
      section: at('/sections/off_topic?limit=20'),
      thread: at(`/threads/${read}?limit=20`),
      reply: { ...at(`/threads/${made[0]}`), headers, body: JSON.stringify({ body: text }) },
    }
  }
  return {
    sides: [
      side('Agora, each page made anew', suite.processes.gateway[0]),
      side('Agora, as deployed', caching.processes.gateway[0]),
    ],
    close: async () => {
      await caching.close()
      await suite.close()
    },
  }
}
