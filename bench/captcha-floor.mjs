// Compares redeeming a captcha with its unavoidable hashing: node bench/captcha-floor.mjs
// Needs a build (npm run build). Starts its own Postgres; one process on one event loop does the work.
import { hash, randomBytes } from 'node:crypto'
import { migrate } from '@agora/shared/database/migrate'
import { createPool } from '@agora/shared/database/pool'
import { createRegistry } from '@agora/shared/observability/metrics'
import { withTemporaryPostgres } from '@agora/suite/temporary-postgres'
import { captchaPuzzles, solveCaptcha } from '@agora/testing/captcha-solver'
import { redeemCaptchaChallenge } from '../services/captcha/dist/areas/challenges/operations/redeem-captcha-challenge.js'
import { createStore } from '../services/captcha/dist/areas/challenges/store.js'
import { captchaMetrics } from '../services/captcha/dist/metrics.js'
import { answersPuzzles } from '../services/captcha/dist/protocol/puzzles.js'
import { createTokens } from '../services/captcha/dist/protocol/tokens.js'

const CHALLENGES = 4_000
const AT_ONCE = 32
// The work of a redemption does not depend on d: 1 is soon solved.
const parameters = { c: 50, s: 32, d: 1 }

const tokens = createTokens([randomBytes(32)], { challenge: 600_000, verification: 1_200_000 })

/**
 * Answers operations per second, and the processor's microseconds for each.
 *
 * @param {number} times
 * @param {() => unknown} work
 */
async function measure(times, work) {
  const cpu = process.cpuUsage()
  const start = process.hrtime.bigint()
  await work()
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: times / seconds, cpuMicroseconds: (user + system) / times }
}

/**
 * @param {number} times
 * @param {(index: number) => unknown} step
 */
function loop(times, step) {
  return measure(times, () => {
    for (let index = 0; index < times; index++) step(index)
  })
}

/**
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => unknown} work
 */
async function inParallel(items, work) {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

const claims = Array.from({ length: CHALLENGES }, () => {
  const { token, expires } = tokens.mintChallenge('register', parameters)
  const challenge = { token, challenge: parameters, expires }
  return {
    token,
    solutions: solveCaptcha(challenge),
    salts: captchaPuzzles(challenge).map(({ salt }) => salt),
  }
})

const floor = () =>
  loop(CHALLENGES, (index) => {
    const { salts, solutions } = claims[index]
    for (let puzzle = 0; puzzle < parameters.c; puzzle++)
      hash('sha256', salts[puzzle] + solutions[puzzle], 'hex')
  })
const verify = () =>
  loop(CHALLENGES, (index) => {
    const { token, solutions } = claims[index]
    if (!answersPuzzles({ token, parameters }, solutions)) throw new Error('a right solution was refused')
  })

function redeem() {
  return withTemporaryPostgres(async (postgres) => {
    const directory = new URL('../services/captcha/prisma/migrations', import.meta.url).pathname
    await migrate({ url: postgres.url, schema: 'captcha', directory })
    const pool = createPool({ url: postgres.url, schema: 'captcha', size: 10, name: 'bench' })
    // All that an operation needs of the service's context.
    /** @type {any} */
    const context = { tokens, store: createStore(pool), metrics: captchaMetrics(createRegistry('captcha')) }
    try {
      return await measure(CHALLENGES, () =>
        inParallel(claims, (claim) => redeemCaptchaChallenge(context, 'register', claim)),
      )
    } finally {
      await pool.end()
    }
  })
}

await floor()
await verify()
const bare = await floor()
const results = {
  [`bare hashing, ${parameters.c} sha256`]: bare,
  'checking the solutions': await verify(),
  [`redeeming, ${AT_ONCE} at once, with Postgres`]: await redeem(),
  'minting a challenge': await loop(CHALLENGES, () => tokens.mintChallenge('register', parameters)),
}
console.table(
  Object.fromEntries(
    Object.entries(results).map(([name, { perSecond, cpuMicroseconds }]) => [
      name,
      {
        'ops/s': Math.round(perSecond),
        'CPU µs/op': Math.round(cpuMicroseconds),
        'of the floor': `${Math.round((100 * perSecond) / bare.perSecond)} %`,
      },
    ]),
  ),
)
