import path from 'node:path'

import { startFloor } from '../floors/child.mjs'
import { startNginx } from '../floors/nginx.mjs'
import { load } from '../lib/load.mjs'
import { cpuOf } from '../lib/processes.mjs'
import { principalHeaders, startCachingGateway } from '../lib/suite.mjs'

/**
 * @typedef {import('../lib/suite.mjs').Bench} Bench
 * @typedef {import('../lib/suite.mjs').Forum} Forum
 */

/** The default size of a service's pool. */
const CONNECTIONS = 10

/** @param {Forum} forum */
const pages = ({ seeded }) => [
  { kind: 'section', id: seeded.hotSection, limit: 20, path: `/api/v1/forum/sections/${seeded.hotSection}` },
  { kind: 'thread', id: seeded.thread, limit: 10, path: `/api/v1/forum/threads/${seeded.thread}` },
]

/**
 * @param {string} url
 * @param {Record<string, string>} [headers]
 */
async function textOf(url, headers) {
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text
}

/**
 * @param {string} url
 * @param {() => Promise<Record<string, string>>} headers
 * @param {{ seconds: number, pid: number | undefined, behind: (() => number)[] }} side
 */
function asked(url, headers, { seconds, pid, behind }) {
  return { pid, behind, run: async () => load({ url, headers: await headers(), seconds }) }
}

/**
 * Guests' reads at the service, against the floor of one statement and the schema.
 *
 * @param {Bench} bench
 */
export function guestReads(bench) {
  const { main, postgres, seconds } = bench
  const forum = main.suite.processes.forum[0]
  return pages(main).map(({ kind, id, limit, path: page }) => ({
    name: `a guest reads a ${kind}’s page, at the service`,
    floor: 'Fastify, one prepared statement, the schema',
    target: 0.7,
    prepare: async () => {
      const headers = () => principalHeaders(main)
      const answer = await textOf(forum.url + page, await headers())
      const settings = {
        database: main.suite.database.urls.forum,
        connections: CONNECTIONS,
        kind,
        id,
        limit,
        answer,
      }
      const floor = await startFloor('./statement.mjs', settings)
      if ((await textOf(floor.url)) !== answer)
        throw new Error(`the floor of a ${kind}’s page answers other bytes`)
      const behind = [postgres.cpu]
      return {
        own: asked(forum.url + page, headers, { seconds, pid: forum.pid, behind }),
        floor: asked(floor.url, async () => ({}), { seconds, pid: floor.pid, behind }),
        close: floor.stop,
      }
    },
  }))
}

/**
 * The same through the gateway, against nginx before the same service.
 *
 * @param {Bench} bench
 * @returns {import('../lib/suite.mjs').Case[]}
 */
export function gatewayReads(bench) {
  const { main, postgres, seconds } = bench
  const { forum, gateway } = main.suite.processes
  return pages(main).map(({ kind, path: page }) => ({
    name: `a guest reads a ${kind}’s page, through the gateway`,
    floor: 'nginx before the same service',
    target: 0.6,
    prepare: async () => {
      const proxy = await startNginx(path.join(postgres.folder, 'nginx'), forum[0].url)
      if (!proxy) return { skipped: 'there is no nginx here' }
      const behind = [postgres.cpu, () => cpuOf(forum[0].pid)]
      return {
        own: asked(gateway[0].url + page, async () => ({}), { seconds, pid: gateway[0].pid, behind }),
        floor: asked(proxy.url + page, () => principalHeaders(main), { seconds, pid: proxy.pid, behind }),
        close: proxy.stop,
      }
    },
  }))
}

/**
 * Guests' pages that are kept for a second, by a gateway of its own or by an nginx before it that heeds its headers,
 * against nginx that keeps them as long.
 *
 * @param {Bench} bench
 * @returns {import('../lib/suite.mjs').Case[]}
 */
export function keptReads(bench) {
  const { main, postgres, seconds } = bench
  const [forum] = main.suite.processes.forum
  return pages(main).flatMap(({ kind, path: page }) =>
    [false, true].map((isBehind) => ({
      name: `a guest reads a ${kind}’s page that ${isBehind ? 'an nginx before the gateway' : 'the gateway'} keeps`,
      floor: 'nginx with proxy_cache before the same service',
      target: isBehind ? 0.9 : 0.5,
      prepare: async () => {
        const proxy = await startNginx(path.join(postgres.folder, 'caching'), forum.url, 'all')
        if (!proxy) return { skipped: 'there is no nginx here' }
        const suite = await startCachingGateway(main)
        const [gateway] = suite.processes.gateway
        const front = isBehind
          ? await startNginx(path.join(postgres.folder, 'heeding'), gateway.url, 'heeding')
          : undefined
        const services = [postgres.cpu, () => cpuOf(forum.pid)]
        const own = front ?? { url: gateway.url, pid: gateway.pid }
        const behind = front ? [...services, () => cpuOf(gateway.pid)] : services
        return {
          own: asked(own.url + page, async () => ({}), { seconds, pid: own.pid, behind }),
          floor: asked(proxy.url + page, () => principalHeaders(main), {
            seconds,
            pid: proxy.pid,
            behind: services,
          }),
          close: async () => {
            proxy.stop()
            front?.stop()
            await suite.close()
          },
        }
      },
    })),
  )
}

/**
 * A member's reads with a session cookie, against a guest's, both through the gateway.
 *
 * @param {Bench} bench
 */
export function memberReads(bench) {
  const { main, postgres, seconds } = bench
  const { forum, gateway } = main.suite.processes
  return pages(main).map(({ kind, path: page }) => ({
    name: `a member reads a ${kind}’s page by the session’s cookie`,
    floor: 'a guest’s read of the same',
    target: 0.6,
    prepare: async () => {
      const member = await bench.member()
      const behind = [postgres.cpu, () => cpuOf(forum[0].pid)]
      /** @param {Record<string, string>} headers */
      const through = (headers) =>
        asked(gateway[0].url + page, async () => headers, { seconds, pid: gateway[0].pid, behind })
      return { own: through(member.headers), floor: through({}), close: () => {} }
    },
  }))
}
