// How many processes the autoscalers start over a day, computed from measured costs (libs/suite/src/capacity.ts):
//   node bench/day.mjs [MEMBERS]   hour by hour, with three times the traffic for ten minutes at eight in the evening
import { build } from '../scripts/lib/build.mjs'

await build({ projects: ['libs/suite'], tolerant: true })
const { eveningSurge, simulateDay } = await import('@agora/suite/capacity')

const members = Number(process.argv[2] ?? 100_000)
if (!Number.isInteger(members) || members < 1) {
  console.error('usage: node bench/day.mjs [MEMBERS]')
  process.exit(2)
}
/** @param {...unknown} all */
const fields = (...all) => console.log(all.map((one) => String(one).padStart(10)).join(''))
fields('time', 'requests/s', 'gateway', 'forum', 'database')
const day = simulateDay(members, eveningSurge)
for (const { second, requests, replicas, database, isFull } of day) {
  const isNearSurge = second >= eveningSurge.from - 120 && second < eveningSurge.until + 900
  if (second % 3600 !== 0 && !(isNearSurge && second % 60 === 0)) continue
  const time = new Date(second * 1000).toISOString().slice(11, 16)
  fields(
    time,
    requests.toFixed(0),
    replicas.gateway,
    replicas.forum,
    database.toFixed(2),
    isFull ? 'full' : '',
  )
}
