import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller, Member, Suite } from '@agora/testing/suite'

/** A request made while something was frozen. */
export interface Outcome {
  route: string
  status: number
  /** From the call to the end of the answer. */
  ms: number
}

export interface Community {
  suite: Suite
  /** The gateway that is called. */
  site: string
  member: Member
  /** Signs in again and again: an account's oldest session ends once it has too many. */
  visitor: Member
  administrator: Caller
  thread: string
}

const PAUSE_MS = 500
/** No request may take this long; the client would give up. */
const CLIENT_BOUND_MS = 30_000

/** One request of every service, reads and writes. */
const routes = (community: Community): [route: string, as: Caller | undefined, body?: unknown][] => {
  const { member, visitor, administrator, thread } = community
  return [
    ['GET /config', undefined],
    ['GET /auth/self', member],
    ['PUT /auth/self', undefined, { login: visitor.username, password: visitor.password }],
    ['GET /forum/sections', undefined],
    [`GET /forum/threads/${thread}`, member],
    [`POST /forum/threads/${thread}`, member, { body: 'Still here' }],
    ['POST /captcha/register/challenge', undefined],
    ['GET /apps', member],
    ['GET /archive/game_c/users/1/scores', undefined],
    ['GET /job/jobs', administrator],
    [`GET /users/${member.id}/avatar`, undefined],
  ]
}

/** Each route once, all at the same time. */
export async function askAll(community: Community): Promise<Outcome[]> {
  return await Promise.all(
    routes(community).map(async ([route, as, body]) => {
      const [method = '', path = ''] = route.split(' ')
      const began = performance.now()
      const answer = await community.suite.call(method, `${community.site}/api/v1${path}`, {
        timeout: CLIENT_BOUND_MS,
        ...(as ? { as } : {}),
        ...(body === undefined ? {} : { body }),
      })
      return { route, status: answer.status, ms: performance.now() - began }
    }),
  )
}

/** The outcome of requests while these processes, with their children, are frozen for this long. */
export async function freeze(
  community: Community,
  pids: readonly number[],
  forMs: number,
): Promise<{ outcomes: Outcome[]; wellAfterMs: number }> {
  const rounds: Promise<Outcome[]>[] = []
  await whileFrozen(pids, async () => {
    for (const until = performance.now() + forMs; performance.now() < until; ) {
      rounds.push(askAll(community))
      await sleep(PAUSE_MS)
    }
  })
  const continued = performance.now()
  let wellAfterMs = Number.POSITIVE_INFINITY
  while (performance.now() - continued < 20_000) {
    const outcomes = await askAll(community)
    if (outcomes.every(({ status }) => status === 200)) {
      wellAfterMs = performance.now() - continued
      break
    }
  }
  return { outcomes: (await Promise.all(rounds)).flat(), wellAfterMs }
}

/** Works while these processes, and all that they have started, stand still. */
export async function whileFrozen(pids: readonly number[], work: () => Promise<void>): Promise<void> {
  const all = pids.flatMap((pid) => [pid, ...descendants(pid)])
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  try {
    await work()
  } finally {
    for (const pid of all) process.kill(pid, 'SIGCONT')
  }
}

function descendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
  return children.flatMap((child) => [child, ...descendants(child)])
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}

/** The slowest request of each route, for the message of a failed expectation. */
export function slowest(outcomes: readonly Outcome[]): string {
  const byRoute = new Map<string, Outcome>()
  for (const outcome of outcomes)
    if (outcome.ms > (byRoute.get(outcome.route)?.ms ?? -1)) byRoute.set(outcome.route, outcome)
  return [...byRoute.values()]
    .map(({ route, status, ms }) => `${route}: ${Math.round(ms)} ms (${status})`)
    .join('\n')
}
