import { cpuOf } from './processes.mjs'

/**
 * @typedef {object} Subject
 * @property {() => Promise<import('./load.mjs').Outcome>} run
 * @property {number | undefined} pid
 * @property {(() => number)[]} [behind]
 */

/** @typedef {'perSecond' | 'p50' | 'p99' | 'cpuUs' | 'allCpuUs'} Measure */
/** @typedef {Record<Measure, number> & { requests: number, failures: number }} Measured */

/** @param {number[]} values */
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/**
 * @param {number[]} sorted
 * @param {number} share
 */
export const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

/**
 * One round of a subject. `run` returns an outcome; the processor time per request is that of `pid`, and of everything
 * that works for it (`behind`, functions that return microseconds).
 *
 * @param {Subject} subject
 */
async function once({ run, pid, behind = [] }) {
  const own = cpuOf(pid)
  const before = behind.map((cpu) => cpu())
  const outcome = await run()
  const ownUs = cpuOf(pid) - own
  const behindUs = behind.reduce((sum, cpu, index) => sum + cpu() - before[index], 0)
  return {
    ...outcome,
    cpuUs: ownUs / outcome.requests,
    allCpuUs: (ownUs + behindUs) / outcome.requests,
  }
}

/** @type {Measure[]} */
const numbers = ['perSecond', 'p50', 'p99', 'cpuUs', 'allCpuUs']

/** @param {Measured[]} rounds */
function summary(rounds) {
  return {
    .../** @type {Record<Measure, number>} */ (
      Object.fromEntries(numbers.map((name) => [name, median(rounds.map((round) => round[name]))]))
    ),
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  }
}

/**
 * Measures subjects in turn, `rounds` times, after one warm-up round: whatever else the machine does affects all of
 * them alike. Returns the medians of each, in order.
 *
 * @param {Subject[]} subjects
 * @param {number} rounds
 */
export async function alternate(subjects, rounds, before = async () => {}) {
  const results = subjects.map(() => /** @type {Measured[]} */ ([]))
  for (let round = 0; round <= rounds; round++) {
    await before()
    for (const [index, subject] of subjects.entries()) {
      const outcome = await once(subject)
      if (round > 0) results[index].push(outcome)
    }
  }
  return { summaries: results.map(summary), rounds: results }
}

/**
 * A subject against its floor: medians of the ratios of each pair of rounds.
 *
 * @param {Measured[]} own
 * @param {Measured[]} floor
 */
export function ratios(own, floor) {
  /** @param {(own: Measured, floor: Measured) => number} ratio */
  const pairs = (ratio) => median(own.map((round, index) => ratio(round, floor[index])))
  return {
    throughput: pairs((a, b) => a.perSecond / b.perSecond),
    cpu: pairs((a, b) => b.cpuUs / a.cpuUs),
    allCpu: pairs((a, b) => b.allCpuUs / a.allCpuUs),
  }
}
