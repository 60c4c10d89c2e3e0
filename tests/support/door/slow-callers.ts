import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller, Member } from '@agora/testing/client'
import { type Suite, startSuite } from '@agora/testing/suite'
import { expect } from 'vitest'
import {
  attack,
  holdsBack,
  neverListens,
  rarelyReads,
  sendsHeadersSlowly,
  uploadsSlowly,
} from './attackers.ts'

/**
 * A site with two threads: one with a page of a hundred posts and 26 MB, and one that other members read and reply to.
 * Each reply mentions the listeners, of whom there may be none.
 */
export interface Site {
  suite: Suite
  member: Member
  /** Signs in again and again. */
  comer: Member
  listeners: Member[]
  /** The gateway's own. */
  largestFile: string
  largePage: string
  midPage: string
  cachedPage: string
  thread: string
}

const LARGEST = '<'.repeat(65_536)
const POSTS = 100

/** `guestCacheMs`: how long the gateway caches guests' pages. */
export async function startSite({ guestCacheMs = 0, listeners = 0 } = {}): Promise<Site> {
  const suite = await startSuite({
    services: ['gateway', 'forum'],
    // Switched off, so that the guarantees do not depend on all callers sharing an address.
    env: { gateway: { LIMITS_ENABLED: 'false', GUEST_CACHE_MS: String(guestCacheMs) } },
  })
  const administrator = await suite.administrator()
  const open = async (title: string) =>
    ok(
      await suite.call('POST', '/forum/sections/welcome', {
        as: administrator,
        body: { title, body: 'First.' },
      }),
    ).id
  const large = await open('A large one')
  for (let post = 1; post < POSTS; post++) await replyTo(suite, large, administrator, LARGEST)
  await replyTo(suite, large, administrator, '<'.repeat(50_000))
  const thread = await open('One for all')
  const largePage = `/api/v1/forum/threads/${large}?limit=${POSTS}`
  // Only its first posts: a mebibyte, which attackers might prefer.
  const midPage = `/api/v1/forum/threads/${large}?limit=5`
  // Only its last post: 200 kB, which can be cached for guests.
  const cachedPage = `/api/v1/forum/threads/${large}?limit=1&offset=${POSTS}`
  return {
    suite,
    member: await suite.member('honest'),
    // An account has fifty sessions: so many sign-ins would end that of the one who replies.
    comer: await suite.member('comer'),
    listeners: await Promise.all(
      Array.from({ length: listeners }, (_, index) => suite.member(`listener_${index}`)),
    ),
    largestFile: await largestFileAt(suite.url),
    largePage,
    midPage,
    cachedPage,
    thread,
  }
}

/** The script of the API's page; whoever does not take gzip gets 4 MB. */
async function largestFileAt(url: string): Promise<string> {
  const page = await (await fetch(`${url}/docs`)).text()
  return /\/assets\/reference\.[^."]+\.js/.exec(page)?.[0] ?? ''
}

function ok({ status, body, text }: Awaited<ReturnType<Suite['call']>>) {
  expect(status, text).toBe(200)
  return body
}

const replyTo = async (suite: Suite, thread: string, as: Caller, body: string, timeout = 60_000) =>
  ok(await suite.call('POST', `/forum/threads/${thread}`, { as, body: { body }, timeout }))

export interface Honest {
  done: number
  failures: string[]
  slowestMs: number
}

/** More than are hashed at once on two cores. */
const SIGN_INS = 3

/**
 * Reads, replies and signs in, one after another, for this long; each must succeed within `boundMs`. Several sign in at
 * once: each password takes 19 MiB of the gateway to verify.
 */
export async function beHonest(
  { suite, member, comer, listeners, thread }: Site,
  ms: number,
  boundMs: number,
): Promise<Honest> {
  const answer = ['An answer.', ...listeners.map(({ id }) => `@{${id}}`)].join(' ')
  const honest: Honest = { done: 0, failures: [], slowestMs: 0 }
  const steps = {
    'guest’s read': () => suite.call('GET', `/forum/threads/${thread}?limit=5`, { timeout: boundMs }),
    read: () => suite.call('GET', `/forum/threads/${thread}?limit=5`, { as: member, timeout: boundMs }),
    reply: () =>
      suite.call('POST', `/forum/threads/${thread}`, {
        as: member,
        body: { body: answer },
        timeout: boundMs,
      }),
    'sign-in': () =>
      suite.call('PUT', '/auth/self', {
        body: { login: 'comer', password: comer.password },
        timeout: boundMs,
      }),
  }
  const take = async (name: keyof typeof steps) => {
    const began = Date.now()
    const outcome = await steps[name]().then(
      ({ status, text }) => (status === 200 ? '' : `${status} ${text}`),
      (error) => String(error.cause ?? error),
    )
    honest.slowestMs = Math.max(honest.slowestMs, Date.now() - began)
    honest.done += 1
    if (outcome !== '') honest.failures.push(`${name} after ${Date.now() - began} ms: ${outcome}`)
  }
  const until = Date.now() + ms
  while (Date.now() < until) {
    await take('guest’s read')
    await take('read')
    await take('reply')
    await Promise.all(Array.from({ length: SIGN_INS }, () => take('sign-in')))
    await sleep(200)
  }
  return honest
}

/** The peak memory of each process, in MiB. */
export const peaks = ({ suite }: Site): Record<'gateway' | 'forum', number> => {
  const of = (service: 'gateway' | 'forum') => {
    const status = readFileSync(`/proc/${suite.processes[service][0]?.pid}/status`, 'utf8')
    return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
  }
  return { gateway: of('gateway'), forum: of('forum') }
}

/** As many as one connection may send. */
const inARow = 4

export const kindsAt = ({ largePage, midPage, cachedPage, largestFile, listeners, thread }: Site) => ({
  'who do not read pages of 26 MB': rarelyReads(largePage),
  'who do not read pages of a mebibyte': rarelyReads(midPage),
  'who do not read pages of 200 kB': rarelyReads(cachedPage),
  'who do not read several pages of 26 MB in a row': rarelyReads(largePage, { inARow }),
  'who slowly read several pages of a mebibyte in a row': rarelyReads(midPage, { inARow, pace: 'slowly' }),
  'who slowly read several pages of 200 kB in a row': rarelyReads(cachedPage, { inARow, pace: 'slowly' }),
  'who do not read several files of the gateway in a row': rarelyReads(largestFile, { inARow }),
  'who do not read their notifications': neverListens('/api/v1/notifications/stream', listeners),
  'who upload slowly to the forum': uploadsSlowly(`/api/v1/forum/threads/${thread}`),
  'who upload slowly to the gateway': uploadsSlowly('/api/v1/users'),
  'who hold back the end of a mebibyte': holdsBack('/api/v1/users'),
  'who send headers slowly': sendsHeadersSlowly('/api/v1/config'),
})

interface Siege {
  each: number
  /** How long the attack lasts, and how soon others must be served, in milliseconds. */
  attackMs: number
  settleMs: number
  boundMs: number
}

/** First without the attack, then under it: others are served, and the processes survive within their memory. */
export async function besiege(
  site: Site,
  kinds: readonly ReturnType<typeof rarelyReads>[],
  siege: Siege,
): Promise<void> {
  const processes = [...site.suite.processes.gateway, ...site.suite.processes.forum]
  const pids = processes.map(({ pid }) => pid)
  const control = await beHonest(site, 2_000, siege.boundMs)
  expect(control.failures.join('\n')).toBe('')
  const attackers = attack(site.suite.url, kinds, siege.each)
  try {
    await sleep(siege.settleMs)
    const honest = await beHonest(site, siege.attackMs - siege.settleMs, siege.boundMs)
    console.log(
      JSON.stringify({ opened: attackers.opened(), honest, control: control.slowestMs, peaks: peaks(site) }),
    )
    expect(honest.failures.join('\n')).toBe('')
    expect(honest.done).toBeGreaterThan(0)
  } finally {
    await attackers.stop()
  }
  expect(processes.map(({ pid }) => pid)).toEqual(pids)
  const { gateway, forum } = peaks(site)
  expect(gateway).toBeLessThan(256)
  expect(forum).toBeLessThan(384)
}
