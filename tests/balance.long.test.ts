import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@agora/suite/servers/ports'
import { type DnsServer, startDnsServer } from '@agora/testing/dns-server'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Balancer } from './support/balancer.ts'
import { givePodAddress } from './support/pod-network.ts'

const RATE = 200
const LONG = 300_000
const DRAIN_SECONDS = '3'
/** A name unknown to other DNS servers. */
const NAME = 'forum-pods.agora.test'

/** Reads at a steady rate, whether or not answers come, until stopped; returns the answers other than 200. */
function steadyReads(url: string) {
  const failures: string[] = []
  const pending = new Set<Promise<void>>()
  let sent = 0
  const timer = setInterval(() => {
    sent += 1
    const one = fetch(`${url}/api/v1/forum/sections?limit=1`)
      .then(async (response) => {
        const text = await response.text()
        if (response.status !== 200) failures.push(`${response.status} ${text}`)
      })
      .catch((error) => void failures.push(String(error.cause ?? error)))
      .finally(() => pending.delete(one))
    pending.add(one)
  }, 1_000 / RATE)
  return {
    sent: () => sent,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(pending)
      return failures
    },
  }
}

/** The number of requests that a forum has answered, excluding probes. */
async function answered(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return [...text.matchAll(/^http_request_duration_seconds_count\{[^}]*sections[^}]*\} (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
}

/** Each forum's share of the answers meanwhile. */
async function shares(urls: readonly string[], ms: number): Promise<number[]> {
  const before = await Promise.all(urls.map(answered))
  await sleep(ms)
  const after = await Promise.all(urls.map(answered))
  const counts = after.map((count, index) => count - (before[index] ?? 0))
  const sum = counts.reduce((one, other) => one + other, 0)
  return counts.map((count) => count / sum)
}

describe('where DNS names the pods', () => {
  let dns: DnsServer
  let suite: Suite
  const closing: (() => void)[] = []
  const addresses = ['127.0.0.11', '127.0.0.12', '127.0.0.13']

  beforeAll(async () => {
    dns = await startDnsServer()
    const port = await freePort('127.0.0.11')
    dns.names.set(NAME, addresses.slice(0, 1))
    suite = await startSuite({
      services: ['gateway', 'forum'],
      replicas: { forum: 3 },
      env: {
        // The pods have addresses once they run.
        gateway: {
          FORUM_URLS: `http://${NAME}:${port}`,
          DNS_SERVER: dns.address,
          READY_GRACE_SECONDS: '0',
        },
        forum: { DRAIN_SECONDS },
      },
    })
    for (const [index, address] of addresses.entries())
      closing.push((await givePodAddress(address, port, suite.urls.forum[index] ?? '')).close)
    while ((await suite.call('GET', '/forum/sections')).status !== 200) await sleep(100)
  }, LONG)
  afterAll(async () => {
    await suite?.close()
    for (const close of closing) close()
    dns?.close()
  })

  test(
    'a second forum has half of the requests within 5 s, a third its third, and one that leaves costs none',
    async () => {
      const load = steadyReads(suite.url)
      const forums = suite.urls.forum
      await sleep(3_000)
      expect(await shares(forums, 3_000)).toEqual([1, 0, 0])
      dns.names.set(NAME, addresses.slice(0, 2))
      await sleep(5_000)
      const two = await shares(forums, 15_000)
      dns.names.set(NAME, addresses)
      await sleep(5_000)
      const three = await shares(forums, 15_000)
      const stopping = suite.processes.forum[0]?.stop()
      await sleep(1_000)
      dns.names.set(NAME, addresses.slice(1))
      await stopping
      await sleep(2_000)
      const left = await shares(forums.slice(1), 10_000)
      expect(await load.stop()).toEqual([])
      console.log({ requests: load.sent(), two, three, left })
      for (const share of [...two.slice(0, 2), ...left]) expect(Math.abs(share - 1 / 2)).toBeLessThan(0.1)
      for (const share of three) expect(Math.abs(share - 1 / 3)).toBeLessThan(0.1)
    },
    LONG,
  )
})

describe('where one address stands for all of them, as a ClusterIP does', () => {
  let balancer: Balancer
  let suite: Suite

  beforeAll(async () => {
    balancer = await Balancer.start()
    suite = await startSuite({
      services: ['gateway', 'forum'],
      replicas: { forum: 2 },
      env: { gateway: { FORUM_URLS: balancer.url, READY_GRACE_SECONDS: '0' }, forum: { DRAIN_SECONDS } },
    })
    await balancer.serve(suite.urls.forum)
    await suite.processes.forum[1]?.stop()
  }, LONG)
  afterAll(async () => {
    await suite?.close()
    balancer?.close()
  })

  test(
    'a forum that is added has its share as connections end, and one that leaves costs no request',
    async () => {
      const load = steadyReads(suite.url)
      const forums = suite.urls.forum
      await sleep(5_000)
      await suite.processes.forum[1]?.start()
      await sleep(15_000)
      const two = await shares(forums, 30_000)
      await suite.processes.forum[0]?.stop()
      await sleep(2_000)
      expect(await load.stop()).toEqual([])
      console.log({ requests: load.sent(), two })
      for (const share of two) expect(Math.abs(share - 1 / 2)).toBeLessThan(0.1)
    },
    LONG,
  )
})
