import { cpus, totalmem } from 'node:os'

const round = (value, digits = 0) => Number(value.toFixed(digits))

export function machine() {
  const [first] = cpus()
  return `${cpus().length} × ${first.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
}

export function printCases(cases) {
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

export function printOverload(phases) {
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

export function printCrowd({ guests, members, target, alone, beside, ratio, ...reading }) {
  const row = ({ p50, p99 }) => ({ 'p50 ms': round(p50, 1), 'p99 ms': round(p99, 1) })
  console.log(`\nA crowd: ${members} members reply to the thread that ${guests} guests read`)
  console.table({
    'replies without the guests': row(alone),
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
