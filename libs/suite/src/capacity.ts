import { declarationOf, minReplicasOf, type ServiceName } from '@agora/shared/contracts/services'
import { LOOP_TARGET, POLL_S, STABILIZATION_S } from './files/autoscaling.ts'

/** The processor time of one request, in microseconds, by who spends it. */
interface Cost {
  gateway: number
  forum: number
  database: number
}

/**
 * From docs/adr, on the processors named there. A guest's read at forum and database is the measured mean of a section's
 * page and a thread's (ADR 10), a member's at the gateway was measured (ADR 16), and a member's read costs 1 / 0.7 of a
 * guest's: the other parts of both follow. A reply takes forum and database 587 µs (ADR 18), whose division is estimated,
 * and the gateway as much as a member's read.
 */
export const costs = {
  guestRead: { gateway: 410, forum: 610, database: 420 },
  memberRead: { gateway: 590, forum: 870, database: 600 },
  reply: { gateway: 590, forum: 290, database: 300 },
} as const satisfies Record<string, Cost>
type Act = keyof typeof costs

/** Assumed for each member who is active on a day, and for the guests who come for each such member. */
const actsADay: Record<Act, number> = { guestRead: 100, memberRead: 100, reply: 0.5 }

/** Assumed: a community in roughly one time zone, with this percentage of a day's requests in each hour. */
const HOURS = [
  3.0, 2.2, 1.6, 1.3, 1.2, 1.4, 1.9, 2.7, 3.6, 4.2, 4.5, 4.7, 4.9, 4.9, 4.8, 4.9, 5.1, 5.5, 6.0, 6.6, 7.1,
  7.2, 6.3, 4.4,
]

/**
 * From an autoscaler's decision until the pod gets its share, in seconds: the node, the image, 1.4 s of its own, DNS.
 */
const START_S = 45
/** An autoscaler ignores deviations from its target up to this. */
const TOLERANCE = 0.1

/** The share of a day's requests in this second. */
function rateAt(second: number): number {
  const hour = second / 3600
  const at = (index: number) => HOURS[index % 24] ?? 0
  const from = Math.floor(hour)
  return (at(from) + (at(from + 1) - at(from)) * (hour - from)) / 100 / 3600
}

export interface Surge {
  /** In seconds of the day. */
  from: number
  until: number
  times: number
}

/** Three times the traffic for ten minutes at eight in the evening. */
export const eveningSurge: Surge = { from: 72_000, until: 72_600, times: 3 }

export interface Moment {
  second: number
  requests: number
  replicas: Record<'gateway' | 'forum', number>
  /** Processors that the database needs. */
  database: number
  /** Whether a service was asked for more than its processes can do, so that requests are refused. */
  isFull: boolean
}

/** One service's autoscaler, like Kubernetes': the highest recent number, never reduced at once. */
function autoscaler(service: ServiceName) {
  const { maxReplicas } = declarationOf(service)
  const minReplicas = minReplicasOf(service)
  const clamp = (count: number) => Math.min(maxReplicas, Math.max(minReplicas, count))
  let wanted: { at: number; count: number }[] = []
  let starting: { at: number; count: number }[] = []
  let replicas = minReplicas
  return {
    replicas: () => replicas,
    /** `load`: the processors that this second's requests need. */
    poll(second: number, load: number) {
      for (const { count } of starting.filter(({ at }) => at <= second)) replicas = Math.max(replicas, count)
      starting = starting.filter(({ at }) => at > second)
      if (second % POLL_S !== 0) return
      // What does not fit only shows as busy loops.
      const busy = Math.min(load, replicas)
      const isNear = Math.abs(busy / replicas / LOOP_TARGET - 1) <= TOLERANCE
      const count = isNear ? replicas : clamp(Math.ceil(busy / LOOP_TARGET))
      wanted = [...wanted.filter(({ at }) => at > second - STABILIZATION_S), { at: second, count }]
      const most = Math.max(...wanted.map((one) => one.count))
      if (most > replicas) starting.push({ at: second + START_S, count: most })
      else replicas = most
    },
  }
}

/** A day of a community with this many active members, minute by minute. */
export function simulateDay(members: number, surge?: Surge): Moment[] {
  const scalers = { gateway: autoscaler('gateway'), forum: autoscaler('forum') }
  const acts = Object.keys(costs) as Act[]
  const needed = (of: keyof Cost, rate: number) =>
    acts.reduce((sum, act) => sum + actsADay[act] * costs[act][of], 0) * 1e-6 * rate
  const moments: Moment[] = []
  for (let second = 0; second < 86_400; second++) {
    const isSurge = surge !== undefined && second >= surge.from && second < surge.until
    const rate = members * rateAt(second) * (isSurge ? surge.times : 1)
    const load = { gateway: needed('gateway', rate), forum: needed('forum', rate) }
    scalers.gateway.poll(second, load.gateway)
    scalers.forum.poll(second, load.forum)
    if (second % 60 !== 0) continue
    const replicas = { gateway: scalers.gateway.replicas(), forum: scalers.forum.replicas() }
    moments.push({
      second,
      requests: rate * acts.reduce((sum, act) => sum + actsADay[act], 0),
      replicas,
      database: needed('database', rate),
      isFull: load.gateway > replicas.gateway || load.forum > replicas.forum,
    })
  }
  return moments
}

const range = (counts: readonly number[]) => {
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return least === most ? String(least) : `${least} to ${most}`
}

/** The table of docs/scaling.md. */
export function capacityRows(): string[] {
  const row = (members: number) => {
    const day = simulateDay(members)
    const surge = simulateDay(members, eveningSurge)
    const of = (moments: readonly Moment[], name: 'gateway' | 'forum') =>
      range(moments.map(({ replicas }) => replicas[name]))
    const most = (moments: readonly Moment[], what: 'requests' | 'database') =>
      Math.max(...moments.map((moment) => moment[what]))
    const cells = [
      members.toLocaleString('en-US'),
      most(day, 'requests').toFixed(0),
      of(day, 'gateway'),
      of(day, 'forum'),
      most(day, 'database').toFixed(2),
      `${of(surge, 'gateway')}, ${of(surge, 'forum')}`,
      `${surge.filter(({ isFull }) => isFull).length} min`,
    ]
    return `| ${cells.join(' | ')} |`
  }
  return [
    '',
    '| Members active a day | Requests/s, busiest | Gateway | Forum | Processors of Postgres | Surge: gateway, forum | Full for |',
    '|---:|---:|---:|---:|---:|---:|---:|',
    ...[10_000, 100_000, 300_000, 1_000_000].map(row),
    '',
  ]
}
