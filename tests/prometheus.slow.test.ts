import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { newId } from '@agora/shared/contracts/ids'
import { declarationOf, services } from '@agora/shared/contracts/services'
import { runbookOf } from '@agora/suite/files/runbooks'
import { Child } from '@agora/suite/servers/child'
import { freePort } from '@agora/suite/servers/ports'
import { findTool } from '@agora/suite/servers/tools'
import { temporaryFolder } from '@agora/suite/temporary'
import { earnCaptchaToken } from '@agora/testing/captcha-solver'
import { type Suite, startSuite } from '@agora/testing/suite'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { dashboards, ofChosen } from '../scripts/lib/dashboards.mjs'

const root = path.resolve(import.meta.dirname, '..')
const alerts: { alert: string; expr: string; annotations: { runbook_url: string } }[] = parse(
  readFileSync(path.join(root, 'config/alerts.yml'), 'utf8'),
).groups.flatMap((group: { rules: { alert?: string }[] }) => group.rules.filter(({ alert }) => alert))

const shipped = parse(readFileSync(path.join(root, 'config/prometheus.yml'), 'utf8')).scrape_configs.map(
  (config: object) => ({ ...config, job_name: 'shipped' }),
)

let database: TestDatabase
let suite: Suite
let prometheus: Child | undefined
let api: string
const folder = temporaryFolder('prometheus')
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, accept) => stream.resume().on('end', () => accept()),
})
const receiver = createServer((request, response) => request.resume().on('end', () => response.end()))

/** A real Prometheus over a real suite in which a little of everything has happened. */
beforeAll(async () => {
  const metricsPort = await freePort()
  const port = await freePort()
  database = await createTestDatabase()
  suite = await startSuite({
    services,
    database,
    smtpUrl: `smtp://127.0.0.1:${await listen(mailServer.server)}`,
    config: {
      captcha: { puzzles: 2, difficulty: 1 },
      delivery: { allow_private_receivers: true },
      apps: [listeningApp(`http://127.0.0.1:${await listen(receiver)}/`)],
    },
    env: {
      gateway: { METRICS_PORT: String(metricsPort), PROMETHEUS_URL: `http://127.0.0.1:${port}` },
      // A server does for a replica of its own.
      forum: { DATABASE_READ_URL: database.urls.forum },
      archive: { DATABASE_READ_URL: database.urls.archive },
    },
  })
  const targets = services.map((service) =>
    service === 'gateway' ? `127.0.0.1:${metricsPort}` : new URL(suite.urls[service][0]!).host,
  )
  api = `http://127.0.0.1:${port}/api/v1`
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [path.join(root, 'config/alerts.yml'), path.join(folder.path, 'always.yml')],
    // The shipped ones find nothing here, but Prometheus must accept them.
    scrape_configs: [{ job_name: 'agora', static_configs: [{ targets }] }, ...shipped],
  }
  writeFileSync(path.join(folder.path, 'prometheus.yml'), JSON.stringify(config))
  const always = {
    alert: 'Always',
    expr: 'vector(1)',
    labels: { severity: 'ticket' },
    annotations: { summary: 'It always fires' },
  }
  writeFileSync(
    path.join(folder.path, 'always.yml'),
    JSON.stringify({ groups: [{ name: 'test', rules: [always] }] }),
  )
  const tool = await findTool('prometheus')
  prometheus = await Child.spawn({
    name: 'Prometheus',
    command: tool.command,
    args: [
      `--config.file=${path.join(folder.path, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(folder.path, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    env: { PATH: '/usr/bin:/bin', ...tool.env },
    cwd: folder.path,
    logFile: path.join(folder.path, 'prometheus.log'),
  })
  await prometheus.waitUntil(async () => (await fetch(`${api}/status/buildinfo`)).ok)
  await somethingOfEverything()
})
afterAll(async () => {
  await prometheus?.kill()
  await suite?.close()
  await database?.drop()
  folder.remove()
  receiver.close()
  mailServer.close()
})

async function listen(server: {
  listen(port: number, host: string, done: () => void): unknown
  address(): unknown
}) {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

/** An application that receives moderation events of this test's section. */
const listeningApp = (receiverUrl: string) => ({
  key: 'listener',
  display_name: 'Listener',
  sections: ['welcome'],
  channels: [
    {
      key: 'main',
      base_uri: 'https://game.example/',
      home_uri: 'https://game.example/',
      event_stream_callback_uri: receiverUrl,
    },
  ],
})

/** Requests that increment every domain's counters. */
async function somethingOfEverything(): Promise<void> {
  const administrator = await suite.administrator()
  const member = await suite.member('measured')
  const thread = await suite.call('POST', '/forum/sections/welcome', {
    as: member,
    body: { title: 'Measured', body: 'Something.' },
  })
  const report = { reason: 'Spam' }
  await suite.call('POST', `/forum/threads/${thread.body.id}/reports`, { as: administrator, body: report })
  await suite.call('PATCH', `/forum/threads/${thread.body.id}`, {
    as: administrator,
    body: { is_locked: true },
  })
  const token = await earnCaptchaToken(suite.url, 'register')
  const spend = {
    headers: { authorization: `Bearer ${suite.secrets.serviceKeys.gateway}` },
    body: { token, scope: 'register' },
  }
  await suite.call('POST', `${suite.urls.captcha[0]}/internal/captcha/spend`, spend)
  await suite.call('POST', '/captcha/register/redeem', { body: {} })
  const mail = { recipient: 'reader@example.org', subject: 'News', body: 'News' }
  const once = { idempotency_key: newId(), deadline: new Date(Date.now() + 60_000).toISOString() }
  await suite.call('POST', '/outbound_email', { as: administrator, body: { ...mail, ...once } })
  for (const path of [
    '/apps',
    '/archive/game_c/users/1',
    '/job/jobs',
    `/users/${member.id}/avatar`,
    '//markup',
  ])
    await suite.call('GET', path)
}

interface Sample {
  value: [number, string]
}

async function query(expression: string): Promise<Sample[]> {
  const response = await fetch(`${api}/query?query=${encodeURIComponent(expression)}`)
  const body = (await response.json()) as { status: string; error?: string; data: { result: Sample[] } }
  expect(body.status, `${expression}: ${body.error}`).toBe('success')
  return body.data.result
}

/** Metric names in an expression: not after a quote or a brace, and ending in a known unit or total. */
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:http|nodejs|process|database|agora|forum|captcha|archive|mail|media)_[a-z_]+/g) ?? []

test('every service is scraped', async () => {
  await expect
    .poll(async () => (await query('up{job="agora"} == 1')).length, { timeout: 30_000 })
    .toBe(services.length)
})

describe.each(dashboards)('the dashboard $name', ({ name, panels }) => {
  const queries = panels.flatMap(({ title, queries }) =>
    queries.map(({ expr }: { expr: string }) => [title, expr] as const),
  )
  test.each(queries)('%s: %s', async (_title, expr) => {
    const chosen = ofChosen(expr).replaceAll('$namespace', '.*').replaceAll('$__rate_interval', '1m')
    // What exporters tell of stores and of the site is not to be had here: such a query must be one, and no more.
    if (name === 'stores' || expr.includes('agora:site:')) {
      await query(chosen)
      return
    }
    for (const metric of metricsIn(expr)) await expectKnown(metric)
    const bound = chosen
    await expect.poll(async () => (await query(bound)).length, { timeout: 30_000 }).toBeGreaterThan(0)
  })
})

/** A scraped service declares the metric, whether or not it has a sample yet. */
async function expectKnown(metric: string): Promise<void> {
  const name = metric.replace(/_(bucket|count|sum)$/, '')
  const known = async () => {
    const response = await fetch(`${api}/targets/metadata?metric=${name}`)
    const body = (await response.json()) as { data: unknown[] }
    return body.data.length
  }
  await expect
    .poll(known, { timeout: 30_000, message: `${name} is declared by no service` })
    .toBeGreaterThan(0)
}

describe('the alerts', () => {
  test.each(alerts)('$alert asks for metrics that exist', async ({ expr }) => {
    for (const metric of metricsIn(expr)) await expectKnown(metric)
    await query(expr)
  })

  test('a missing service is noticed', async () => {
    const { expr } = alerts.find(({ alert }) => alert === 'ServiceMissing')!
    expect(await query(expr)).toEqual([])
    for (const service of services) {
      const elsewhere = expr.replace(`"${service}"`, '"elsewhere"')
      expect(elsewhere).not.toBe(expr)
      expect(await query(elsewhere)).toHaveLength(1)
    }
  })

  test('none fires on a healthy suite', async () => {
    const response = await fetch(`${api}/alerts`)
    const body = (await response.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] }
    }
    const firing = body.data.alerts.filter(({ state }) => state === 'firing')
    expect(firing.map(({ labels }) => labels.alertname)).toEqual(['Always'])
  })

  test('are shown to administrators with a link to each runbook', async () => {
    const administrator = await suite.administrator()
    const { body } = await suite.call('GET', '/operations/services', { as: administrator })
    expect(body.alerts).toEqual([
      {
        name: 'Always',
        severity: 'ticket',
        summary: 'It always fires',
        since: expect.stringMatching(/^\d{4}-.*Z$/),
        runbook: expect.stringMatching(/\/docs\/runbooks\.md#always$/),
      },
    ])
  })

  test('each has a runbook', () => {
    const runbooks = readFileSync(path.join(root, 'docs/runbooks.md'), 'utf8')
    for (const { alert, annotations } of alerts) {
      expect(annotations.runbook_url).toBe(runbookOf(alert))
      expect(runbooks).toContain(`## ${alert}\n`)
    }
  })
})

test('every service reports when a store that it needs is down, and when it is back', async () => {
  for (const store of ['redis', 'nats'] as const) {
    const told = async () => {
      const samples = await query(`agora_store_up{store="${store}"}`)
      return samples.map(({ value }) => value[1])
    }
    const users = services.filter((service) => declarationOf(service).backends.includes(store))
    const all = (value: string) => users.map(() => value)
    await expect.poll(told, { timeout: 30_000 }).toEqual(all('1'))
    await suite[store]?.kill()
    await expect.poll(told, { timeout: 30_000 }).toEqual(all('0'))
    await suite[store]?.restart()
    await expect.poll(told, { timeout: 30_000 }).toEqual(all('1'))
  }
})
