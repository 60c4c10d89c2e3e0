// The same pages asked in turns of this suite and of an installed NodeBB; README.md says how to get one:
//   AGORA_NODEBB=FOLDER node bench/peers/main.mjs [--store redis|postgres] [--rounds 5] [--seconds 3]
import { parseArgs } from 'node:util'
import { nodebbFolders } from '@agora/testing/nodebb'
import { load, loadTool } from '../lib/load.mjs'
import { alternate } from '../lib/measure.mjs'
import { machine } from '../lib/report.mjs'
import { startBenchPostgres } from '../lib/suite.mjs'
import { startAgora } from './agora.mjs'
import { startNodebb } from './nodebb.mjs'

/**
 * @typedef {object} Page
 * @property {number | undefined} pid
 * @property {(() => number)[]} behind
 * @property {string} url
 * @property {Record<string, string>} [headers]
 * @property {string} [body] of a reply
 */

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'redis' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
})
const [folder] = nodebbFolders
const { store } = values
if (folder === undefined || (store !== 'redis' && store !== 'postgres'))
  throw new Error('AGORA_NODEBB names no installed NodeBB, or --store is neither redis nor postgres')

const community = {
  threads: 30,
  posts: 20,
  text: 'I **agree** with what was said, and add a line of my own.',
}
/**
 * The pages are read before the writing begins, so that they are the same in all rounds.
 *
 * @type {Record<string, 'section' | 'thread' | 'reply'>}
 */
const cases = {
  'a guest reads a section’s page of 20 threads': 'section',
  'a guest reads a thread’s page of 20 posts': 'thread',
  'a member replies, again and again': 'reply',
}

/**
 * NodeBB refuses a member who writes two posts at once: replies come one after the other.
 *
 * @param {Page} page
 */
const subject = ({ pid, behind, url, headers, body }) => ({
  pid,
  behind,
  run: async () => {
    const sent = body === undefined ? { connections: 32 } : { connections: 1, method: 'POST', headers, body }
    const outcome = await load({ url, ...sent, seconds: Number(values.seconds) })
    if (outcome.failures > 0) throw new Error(`${url}: ${outcome.failures} of ${outcome.requests} failed`)
    return outcome
  },
})

/** @param {number} value */
const round = (value, digits = 0) => Number(value.toFixed(digits))

const closing = []
try {
  const postgres = await startBenchPostgres()
  closing.push(postgres)
  const nodebb = await startNodebb(folder, store, community, postgres)
  closing.push(nodebb)
  const agora = await startAgora(community, postgres)
  closing.push(agora)
  const sides = [nodebb, ...agora.sides]
  /** @type {Record<string, Record<string, number>>} */
  const table = {}
  for (const [name, key] of Object.entries(cases)) {
    const { summaries } = await alternate(
      sides.map((side) => subject(side[key])),
      Number(values.rounds),
    )
    const [peer] = summaries
    for (const [index, { perSecond, p50, p99, allCpuUs }] of summaries.entries())
      table[`${name}: ${sides[index].name}`] = {
        'req/s': round(perSecond),
        'p50 ms': round(p50, 1),
        'p99 ms': round(p99, 1),
        'CPU µs of all': round(allCpuUs),
        'times NodeBB': round(perSecond / peer.perSecond, 1),
      }
  }
  console.log(`${machine()}; ${loadTool}; medians of ${values.rounds} rounds of ${values.seconds} s`)
  console.table(table)
} finally {
  for (const one of closing.reverse()) await one.close()
}
