import { cpus, totalmem } from 'node:os'

/**
 * @typedef {import('./measure.mjs').Measured} Measured
 * @typedef {Awaited<ReturnType<typeof import('../cases/overload.mjs').measureOverload>>[number]} Phase
 * @typedef {Awaited<ReturnType<typeof import('../cases/crowd.mjs').measureCrowd>>} Crowd
 * @typedef {Awaited<ReturnType<typeof import('../cases/following.mjs').measureFollowing>>} Following
 * @typedef {Awaited<ReturnType<typeof import('../cases/costs.mjs').measureCosts>>[number]} Cost
 * @typedef {Awaited<ReturnType<typeof import('./starts.mjs').measureStarts>> & { loadedMb?: number }} Service
 */

/**
 * @typedef {object} Measurement
 * @property {undefined} [skipped]
 * @property {Measured} own
 * @property {Measured} floor
 * @property {ReturnType<typeof import('./measure.mjs').ratios>} ratios
 * @property {unknown} note
 */

/**
 * @typedef {import('./suite.mjs').Reason} Reason
 * @typedef {Partial<Record<Exclude<keyof Measurement, 'skipped'>, undefined>> & { skipped: Reason }} Skipped
 * @typedef {{ name: string, target: number } & (Measurement | Skipped)} Case
 */

/**
 * @typedef {object} Growth
 * @property {string} name
 * @property {(Measured & { size: import('../data/sizes.mjs').Size })[]} sizes
 * @property {number} p99Ratio
 * @property {number} cpuRatio
 */

/** @param {number} value */
const round = (value, digits = 0) => Number(value.toFixed(digits))

export function machine() {
  const [first] = cpus()
  return `${cpus().length} × ${first.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
}

/** @param {Case[]} cases */
export function printCases(cases) {
  /** @param {Case} one */
  const row = ({ own, floor, ratios, target, skipped }) =>
    skipped
      ? { note: skipped }
      : {
          'req/s': round(own.perSecond),
          'floor req/s': round(floor.perSecond),
          'p50 ms': round(own.p50, 1),
          'p99 ms': round(own.p99, 1),
          'CPU µs': round(own.cpuUs),
          'floor CPU µs': round(floor.cpuUs),
          throughput: round(ratios.throughput, 2),
          'by CPU': round(ratios.cpu, 2),
          'by CPU of all': round(ratios.allCpu, 2),
          target,
          reached: ratios.throughput >= target ? 'yes' : 'no',
        }
  console.table(Object.fromEntries(cases.map((one) => [one.name, row(one)])))
}

/** @param {Growth[]} growth */
export function printGrowth(growth) {
  const rows = growth.map(({ name, sizes, p99Ratio, cpuRatio }) => [
    name,
    {
      ...Object.fromEntries(
        sizes.map(({ size, p50, p99, allCpuUs }) => [
          size,
          `${round(p50, 2)} / ${round(p99, 2)} ms, ${round(allCpuUs)} µs`,
        ]),
      ),
      'p99 ×': round(p99Ratio, 2),
      'CPU ×': round(cpuRatio, 2),
    },
  ])
  console.log('\nGrowth: p50 / p99, processor time a request of service and database')
  console.table(Object.fromEntries(rows))
}

/** @param {Cost[]} costs */
export function printCosts(costs) {
  const rows = costs
    .toSorted((one, other) => other.ms - one.ms)
    .map(({ name, who, status, sent, bytes, ms, most }) => [
      name,
      { who, status, sent, got: bytes, 'CPU ms': round(ms), most, reached: ms <= most ? 'yes' : 'no' },
    ])
  console.log('\nCosts: processor time of all processes for one request')
  console.table(Object.fromEntries(rows))
}

/** @param {Phase[]} phases */
export function printOverload(phases) {
  /** @param {number | null} value */
  const ms = (value) => (value === null ? '' : round(value))
  const rows = phases.map(({ name, callers, accepted, refused, failed }) => [
    name,
    {
      callers,
      'accepted/s': round(accepted.perSecond),
      'p50 ms': ms(accepted.p50),
      'p99 ms': ms(accepted.p99),
      'refused/s': round(refused.perSecond),
      'refused p99 ms': ms(refused.p99),
      failed,
    },
  ])
  console.log('\nOverload: a thread’s page through the gateway, callers who heed Retry-After')
  console.table(Object.fromEntries(rows))
}

/** @param {Crowd} crowd */
export function printCrowd({
  guests,
  members,
  target,
  alone,
  elsewhere,
  beside,
  ratio,
  floorRatio,
  ...reading
}) {
  /** @param {{ p50: number, p99: number }} replies */
  const row = ({ p50, p99 }) => ({ 'p50 ms': round(p50, 1), 'p99 ms': round(p99, 1) })
  console.log(`\nA crowd: ${members} members reply to the thread that ${guests} guests read`)
  console.table({
    'replies without the guests': row(alone),
    'replies while they read of another server': { ...row(elsewhere), 'p99 ×': round(floorRatio, 2) },
    'replies beside the guests': {
      ...row(beside),
      'p99 ×': round(ratio, 2),
      target,
      reached: ratio <= target ? 'yes' : 'no',
      'reads/s': round(reading.readsPerSecond),
      'reads p99 ms': round(reading.readP99, 1),
      failed: reading.failures.replies + reading.failures.reads,
      'gateway busy': round(reading.gatewayBusy, 2),
    },
  })
}

/** @param {Following} following */
export function printFollowing({ rate, phases, failures, emptyAfterMs }) {
  /** @param {Following['phases'][number]['found']} delays */
  const times = ({ p50, p99, late }) =>
    `${[p50, p99].map((ms) => round(ms / 1_000, 2)).join(' / ')} s${late > 0 ? `, ${late} not by then` : ''}`
  const rows = phases.map(({ name, perSecond, found, told, mostRows }) => [
    name,
    { 'replies/s': round(perSecond), found: times(found), told: times(told), 'rows of the log': mostRows },
  ])
  console.log(
    `\nFollowing ${rate} replies a second: p50 / p99 until a reply is found and its mention is told`,
  )
  console.table(Object.fromEntries(rows))
  console.log(`${failures} failed; the log was empty ${round(emptyAfterMs / 1_000, 1)} s after the last`)
}

/** @param {Service[]} services */
export function printServices(services) {
  const rows = services.map(({ service, readyMs, idleMb, loadedMb }) => [
    service,
    {
      'ready after ms': round(readyMs),
      'idle MB': round(idleMb),
      ...(loadedMb === undefined ? {} : { 'after load MB': round(loadedMb) }),
    },
  ])
  console.table(Object.fromEntries(rows))
}
