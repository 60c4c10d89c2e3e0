import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { services } from '@agora/shared/contracts/services'
import { startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { captchaCases } from './cases/captcha.mjs'
import { compressionCases } from './cases/compression.mjs'
import { measureCosts } from './cases/costs.mjs'
import { measureCrowd } from './cases/crowd.mjs'
import { measureFollowing } from './cases/following.mjs'
import { growthCases, growthSubjects, indexSeeded } from './cases/growth.mjs'
import { measureOverload } from './cases/overload.mjs'
import { gatewayReads, guestReads, keptReads, memberReads } from './cases/reads.mjs'
import { replyCases } from './cases/replies.mjs'
import { sizes } from './data/sizes.mjs'
import { loadTool } from './lib/load.mjs'
import { alternate, ratios } from './lib/measure.mjs'
import { memoryOf } from './lib/processes.mjs'
import {
  machine,
  printCases,
  printCosts,
  printCrowd,
  printFollowing,
  printGrowth,
  printOverload,
  printServices,
} from './lib/report.mjs'
import { measureStarts } from './lib/starts.mjs'
import { startBenchPostgres, startSeeded } from './lib/suite.mjs'

/**
 * @typedef {import('./lib/suite.mjs').Bench} Bench
 * @typedef {import('./lib/suite.mjs').Case} Case
 * @typedef {import('./lib/suite.mjs').Forum} Forum
 * @typedef {import('./lib/suite.mjs').Size} Size
 * @typedef {import('./lib/suite.mjs').Step} Step
 * @typedef {import('./lib/measure.mjs').Measured} Measured
 */

/**
 * @typedef {object} Result
 * @property {string} machine
 * @property {string} tool
 * @property {Size} size
 * @property {number} rounds
 * @property {number} seconds
 * @property {import('./lib/report.mjs').Service[]} services
 * @property {import('./lib/report.mjs').Case[]} cases
 * @property {import('./lib/report.mjs').Phase[]} overload
 * @property {import('./lib/report.mjs').Crowd | undefined} crowd
 * @property {import('./lib/report.mjs').Following | undefined} following
 * @property {import('./lib/report.mjs').Growth[]} growth
 * @property {import('./lib/report.mjs').Cost[]} costs
 */

const RESULTS = path.join(import.meta.dirname, 'results')

/**
 * @param {{ size: Size, rounds: number, seconds: number, rate: number, only: RegExp, step: Step }} options `rate`: replies
 *   a second that followers are to keep up with
 */
export async function bench({ size, rounds, seconds, rate, only, step }) {
  const wantsGrowth = growthCases.some(({ name }) => only.test(name))
  const names = /** @type {Size[]} */ (Object.keys(sizes))
  const loaded = wantsGrowth ? names.slice(0, names.indexOf(size) + 1) : [size]
  const postgres = await step('Starting a Postgres', () => startBenchPostgres())
  const forums = []
  try {
    const measured = await measureServices(only, step)
    for (const one of loaded) {
      /** @type {import('./lib/suite.mjs').ServiceName[]} */
      const deployed = one === size ? ['gateway', 'forum', 'captcha', 'apps', 'web', 'media'] : ['forum']
      forums.push(await startSeeded(one, deployed, step))
    }
    const main = /** @type {Forum} */ (forums.at(-1))
    const setting = { forums, main, postgres, seconds, member: memberOf(main) }
    const result = /** @type {Result} */ ({ machine: machine(), tool: loadTool, size, rounds, seconds })
    result.services = measured
    result.cases = await runCases(setting, { rounds, only, step })
    result.overload = only.test('overload')
      ? await step('Measuring: overload', () => measureOverload(main))
      : []
    result.crowd = only.test('crowd')
      ? await step('Measuring: crowd', () => measureCrowd({ main, rounds }))
      : undefined
    result.following = only.test('following')
      ? await step('Measuring: following', async () => {
          await indexSeeded(main)
          return measureFollowing(main, { rate, seconds })
        })
      : undefined
    for (const one of result.services) {
      const [loaded] = main.suite.processes[one.service]
      if (loaded && result.cases.length > 0) one.loadedMb = memoryOf(loaded.pid).now
    }
    result.growth = wantsGrowth ? await runGrowth(setting, { rounds, only, step }) : []
    // Last, since it adds to the forum.
    result.costs = only.test('costs') ? await step('Measuring: costs', () => measureCosts(setting)) : []
    return result
  } finally {
    for (const { suite } of forums) await suite.close()
    await postgres.close()
  }
}

/**
 * A session of a member whose account is as old as the forum; one for the whole run.
 *
 * @param {Forum} forum
 */
function memberOf({ suite, seeded }) {
  /** @type {import('@agora/testing/suite').Member | undefined} */
  let member
  return async () => {
    if (member) return member
    member = await suite.member('bench_reader')
    const client = new pg.Client({ connectionString: suite.database.adminUrl })
    await client.connect()
    await client.query('UPDATE gateway.account SET created_at = $1 WHERE id = $2', [seeded.since, member.id])
    await client.end()
    return member
  }
}

/**
 * All of them, in a suite of their own: each is restarted while the others are idle.
 *
 * @param {RegExp} only
 * @param {Step} step
 */
async function measureServices(only, step) {
  if (!only.test('starts')) return []
  const suite = await step('Starting all services', () => startSuite({ services }))
  const measured = []
  try {
    for (const name of services)
      measured.push(await step(`Starting ${name} anew`, () => measureStarts(suite.processes[name][0])))
    return measured
  } finally {
    await suite.close()
  }
}

/**
 * @param {Bench} setting
 * @param {{ rounds: number, only: RegExp, step: Step }} options
 */
async function runCases(setting, { rounds, only, step }) {
  /** @type {((bench: Bench) => Case[])[]} */
  const families = [
    guestReads,
    gatewayReads,
    keptReads,
    memberReads,
    compressionCases,
    replyCases,
    captchaCases,
  ]
  const all = families.flatMap((cases) => cases(setting))
  const done = []
  for (const { name, floor, target, prepare } of all.filter((one) => only.test(one.name))) {
    const prepared = await prepare()
    if (prepared.skipped) {
      done.push({ name, floor, target, skipped: prepared.skipped })
      continue
    }
    const measured = await step(`Measuring: ${name}`, () =>
      alternate([prepared.own, prepared.floor], rounds, prepared.before),
    )
    const note = await prepared.close()
    const [own, against] = measured.summaries
    if (own.failures > 0) throw new Error(`${name}: ${own.failures} of ${own.requests} requests failed`)
    done.push({
      name,
      floor,
      target,
      note,
      own,
      floorIs: floor,
      ratios: ratios(.../** @type {[Measured[], Measured[]]} */ (measured.rounds)),
      against,
    })
  }
  return /** @type {Result['cases']} */ (
    done.map(({ against, floorIs: _, ...one }) => ({ ...one, floorName: one.floor, floor: against }))
  )
}

/**
 * @param {Bench} setting
 * @param {{ rounds: number, only: RegExp, step: Step }} options
 */
async function runGrowth(setting, { rounds, only, step }) {
  // Nothing else loads them.
  for (const { suite } of setting.forums) {
    await suite.processes.forum[0].stop()
    await suite.processes.forum[0].start()
  }
  const cases = growthCases.filter(({ name }) => only.test(name))
  if (cases.some(({ needsIndex }) => needsIndex))
    for (const forum of setting.forums) await step(`Indexing: ${forum.size}`, () => indexSeeded(forum))
  const grown = []
  for (const one of cases) {
    const { summaries } = await step(`Growing: ${one.name}`, () =>
      alternate(growthSubjects(setting, one), rounds),
    )
    const failures = summaries.reduce((sum, summary) => sum + summary.failures, 0)
    if (failures > 0) throw new Error(`${one.name}: ${failures} requests failed`)
    const of = setting.forums.map(({ size }, index) => ({ size, ...summaries[index] }))
    /** @param {'p99' | 'allCpuUs'} measure */
    const ratio = (measure) => /** @type {Measured} */ (of.at(-1))[measure] / of[0][measure]
    grown.push({ name: one.name, sizes: of, p99Ratio: ratio('p99'), cpuRatio: ratio('allCpuUs') })
  }
  return grown
}

/**
 * Prints the tables, and writes `bench/results/latest.json` and the chart of the growth.
 *
 * @param {Result} result
 */
export function report(result) {
  console.log(
    `\n${result.machine}; ${result.tool}; ${result.size}; medians of ${result.rounds} rounds of ${result.seconds} s`,
  )
  if (result.cases.length > 0) printCases(result.cases)
  for (const { name, note } of result.cases) if (typeof note === 'string') console.log(`${name}: ${note}`)
  if (result.overload.length > 0) printOverload(result.overload)
  if (result.crowd) printCrowd(result.crowd)
  if (result.following) printFollowing(result.following)
  if (result.services.length > 0) printServices(result.services)
  if (result.growth.length > 0) printGrowth(result.growth)
  if (result.costs.length > 0) printCosts(result.costs)
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(path.join(RESULTS, 'latest.json'), `${JSON.stringify(result, null, 2)}\n`)
  console.log(`\nbench/results/latest.json`)
}
