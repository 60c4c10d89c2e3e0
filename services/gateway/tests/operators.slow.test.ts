import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import { freePort } from '@agora/suite/servers/ports'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseMetrics } from '../src/operators/prometheus.ts'
import type { ServiceNumbers } from '../src/operators/schemas.ts'
import { numbersView } from '../src/operators/views.ts'

const { version } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))

let suite: Suite
let administrator: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'apps', 'mail-jobs'], replicas: { forum: 2 } })
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const url = '/operations/services'
const read = async (): Promise<ServiceNumbers> => (await suite.call('GET', url, { as: administrator })).body
const serviceOf = (answer: ServiceNumbers, name: string) =>
  answer.services.find((service) => service.name === name)!
/** Repeats the request until the answer is as expected. */
const until = (holds: (answer: ServiceNumbers) => boolean) =>
  expect.poll(async () => holds(await read()), { timeout: 60_000, interval: 500 }).toBe(true)

test('lists every process with its state and numbers, and what is not deployed', async () => {
  const answer = await read()
  expect(answer.services.map(({ name, replicas }) => [name, replicas.length])).toEqual([
    ['gateway', 1],
    ['forum', 2],
    ['captcha', 0],
    ['apps', 1],
    ['archive', 0],
    ['mail-jobs', 1],
    ['web', 0],
    ['media', 0],
  ])
  const addresses = serviceOf(answer, 'forum').replicas.map(({ address }) => `http://${address}`)
  expect(addresses).toEqual(suite.urls.forum)
  for (const { replicas } of answer.services) {
    for (const { state, failing, numbers } of replicas) {
      expect([state, failing, numbers?.version]).toEqual(['ready', [], version])
      expect(Date.parse(numbers!.started_at)).toBeGreaterThan(Date.now() - 3_600_000)
      expect(numbers!.memory_bytes).toBeGreaterThan(20_000_000)
      const counted = numbers!.latency.at(-1) ?? { up_to_seconds: null, count: 0 }
      expect(counted).toEqual({ up_to_seconds: null, count: numbers!.requests })
    }
  }
  const queues = answer.services.map(({ name, replicas }) => [
    name,
    replicas[0]?.numbers?.queues.map((queue) => queue.name) ?? [],
  ])
  expect(Object.fromEntries(queues)).toEqual({
    gateway: ['outbox'],
    forum: ['outbox', 'reports'],
    captcha: [],
    apps: ['deliveries', 'dead letters'],
    archive: [],
    'mail-jobs': ['mail'],
    web: [],
    media: [],
  })
})

test('counts a service’s answers, with no prescribed refusal as a failure', async () => {
  const requests = (answer: ServiceNumbers) =>
    serviceOf(answer, 'mail-jobs').replicas.map(({ numbers }) => numbers!.requests)[0]!
  const before = requests(await read())
  const refused = await suite.call('GET', '/job/jobs/nothing', { as: administrator })
  expect(refused.status).toBe(500)
  await until((answer) => requests(answer) === before + 1)
  expect(serviceOf(await read(), 'mail-jobs').replicas[0]!.numbers!.failures).toBe(0)
})

test('asks the processes once for simultaneous requests', async () => {
  const answers = await Promise.all([read(), read(), read()])
  expect(new Set(answers.map(({ time }) => time)).size).toBe(1)
})

test('reports a killed process, continues with the others, and sees it come back', async () => {
  const [killed] = suite.processes.forum
  const states = (answer: ServiceNumbers) =>
    serviceOf(answer, 'forum').replicas.map(({ state, numbers }) => [state, numbers === null])
  await killed!.kill()
  await until((answer) => JSON.stringify(states(answer)) === '[["unreachable",true],["ready",false]]')
  await killed!.start()
  await until((answer) => JSON.stringify(states(answer)) === '[["ready",false],["ready",false]]')
})

test('finds every replica through DNS if the addresses are those of whole services', async () => {
  const port = await freePort()
  const everywhere = { HOST: '0.0.0.0' }
  const many = await startSuite({
    services: ['gateway', 'forum', 'captcha'],
    env: {
      gateway: {
        ...everywhere,
        METRICS_HOST: '0.0.0.0',
        METRICS_PORT: String(port),
        REPLICA_HOSTS: '127.0.0.2,127.0.0.1,{service}.invalid',
      },
      forum: everywhere,
    },
  })
  onTestFinished(() => many.close())
  const { body } = await many.call('GET', url, { as: await many.administrator() })
  const told = (name: string) =>
    serviceOf(body, name).replicas.map(({ address, state }) => `${address} ${state}`)
  const portOf = (service: 'gateway' | 'forum' | 'captcha') => new URL(many.urls[service][0] ?? '').port
  const at = (host: number, service: 'gateway' | 'forum' | 'captcha') => `127.0.0.${host}:${portOf(service)}`
  expect(told('gateway')).toEqual([`${at(1, 'gateway')} ready`, `${at(2, 'gateway')} ready`])
  expect(told('forum')).toEqual([`${at(1, 'forum')} ready`, `${at(2, 'forum')} ready`])
  expect(told('captcha')).toEqual([`${at(1, 'captcha')} ready`, `${at(2, 'captcha')} unreachable`])
  expect(told('archive')).toEqual([])
  for (const { replicas } of [serviceOf(body, 'gateway'), serviceOf(body, 'forum')])
    expect(replicas.map(({ numbers }) => numbers?.version)).toEqual([version, version])
})

test('reports a service without replicas in DNS as not answering', async () => {
  const lonely = await startSuite({
    services: ['gateway'],
    env: {
      gateway: {
        REPLICA_HOSTS: '{service}.invalid',
        CAPTCHA_URLS: 'http://127.0.0.1:9',
        READY_GRACE_SECONDS: '0',
      },
    },
  })
  onTestFinished(() => lonely.close())
  const { body } = await lonely.call('GET', url, { as: await lonely.administrator() })
  const [captcha] = serviceOf(body, 'captcha').replicas
  expect([captcha?.address, captcha?.state]).toEqual(['127.0.0.1:9', 'unreachable'])
  expect(serviceOf(body, 'gateway').replicas.map(({ state }) => state)).toEqual(['ready'])
})

test('is for administrators alone', async () => {
  const member = await suite.member('alice')
  const statuses = await Promise.all(
    [member, undefined].map(async (as) => (await suite.call('GET', url, as && { as })).status),
  )
  expect(statuses).toEqual([403, 401])
})

test('parses numbers, labels with escapes and infinities, and skips what is not a sample', () => {
  const text = [
    '# HELP a_total Help with "quotes" {and=braces} 1',
    'a_total 3',
    'b{path="C:\\\\x\\"y\\n",other="a,b}"} 1.5e3 1700000000000',
    'c_bucket{le="+Inf"} +Inf',
    'no sample at all',
    '{} 1',
    'd NaN',
    '',
  ].join('\n')
  expect(parseMetrics(text)).toEqual([
    { name: 'a_total', labels: {}, value: 3 },
    { name: 'b', labels: { path: 'C:\\x"y\n', other: 'a,b}' }, value: 1500 },
    { name: 'c_bucket', labels: { le: '+Inf' }, value: Number.POSITIVE_INFINITY },
    { name: 'd', labels: {}, value: Number.NaN },
  ])
})

test('aggregates the routes: one histogram, and only unexpected 5xx as failures', () => {
  const name = 'http_request_duration_seconds'
  const route = (path: string, status: number, expected: boolean, counts: number[]) => {
    const labels = `route="${path}",status="${status}",expected="${expected}"`
    const [some, all] = counts
    return `${name}_bucket{le="0.1",${labels}} ${some}
${name}_bucket{le="+Inf",${labels}} ${all}
${name}_count{${labels}} ${all}`
  }
  const metrics = [
    route('/a', 200, false, [5, 6]),
    route('/a', 500, false, [1, 2]),
    route('/b', 500, true, [3, 3]),
    'mail_queue_tasks{state="due"} 2',
    'mail_queue_tasks{state="running"} 1',
  ].join('\n')
  expect(numbersView(parseMetrics(metrics))).toMatchObject({
    requests: 11,
    failures: 2,
    latency: [
      { up_to_seconds: 0.1, count: 9 },
      { up_to_seconds: null, count: 11 },
    ],
    version: null,
    queues: [{ name: 'mail', length: 3, oldest_seconds: null }],
  })
})
