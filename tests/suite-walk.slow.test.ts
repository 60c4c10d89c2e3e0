import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@agora/shared/contracts/services'
import type { Server } from '@agora/shared/http/types'
import { request } from '@agora/testing/client'
import type { Answer } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row as ForumRow } from './support/forum-rows.ts'
import { forumWalk, pathOf, walkedAs } from './support/forum-walk.ts'
import { genericRefusals } from './support/generic-refusals.ts'
import { withNames } from './support/names.ts'
import { type Operation, operationOf, operations } from './support/operations.ts'
import { captchaThatCannotSign, mailJobsWithAnOpenKind } from './support/stand-ins.ts'
import { newMail } from './support/suite-contents.ts'
import { optionsOf, type Row } from './support/suite-rows.ts'
import { membersWalk } from './support/suite-walk-members.ts'
import { servicesWalk } from './support/suite-walk-services.ts'
import { MAX_IN_PROGRESS, suiteWorld, UNANSWERED, type World } from './support/suite-world.ts'

/**
 * Produces every answer that the API's document lists: calls one deployment through its gateway, then breaks its
 * stores, overloads it and stops its services. `forum-walk.test.ts` covers the forum in good health. `suite.call`
 * checks each answer against the document and records it.
 */
let world: World
/** First, since it takes the ten seconds after which every request ends. */
let unanswered: Promise<Answer>
beforeAll(async () => {
  world = await suiteWorld()
  const as = world.callers.administrator
  unanswered = world.suite.call('POST', '/outbound_email', { as, body: newMail(UNANSWERED) })
})
afterAll(() => world?.close())

const isForum = ({ service }: Operation) => service === 'forum'

const walk = { ...servicesWalk, ...membersWalk }
const named = <Value>(value: Value): Value => withNames(value, world.names)

/** Sends a row's request as a caller with every right, or as the row says. */
async function ask({ method }: Operation, row: Row, as?: 'operator'): Promise<Answer> {
  const { administrator, 'internal service': service } = world.callers
  const options = await optionsOf(world, row)
  const caller = as ? { headers: { ...administrator.headers, ...service.headers } } : options.as
  const { body } = options
  return world.suite.call(method, named(row[2]), {
    ...options,
    ...(body === undefined ? {} : { body: named(body) }),
    ...(caller ? { as: caller } : {}),
  })
}

function expectAnswer(answer: Answer, expected: string | object): void {
  if (typeof expected === 'object') {
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject(named(expected))
    return
  }
  const [status, message] = [Number(expected.slice(0, 3)), expected.slice(4)]
  expect(answer.status, answer.text).toBe(status)
  if (message !== '') expect(answer.body).toEqual({ error: message })
}

describe.each(Object.keys(walk))('%s', (id) => {
  test.each((walk[id] ?? []).map((row) => [row[0], row[1], row] as const))(
    '%s (%s)',
    async (_guarantee, _caller, row) => {
      expectAnswer(await ask(operationOf(id), row), row[3])
    },
  )
})

describe('whoever may do everything', () => {
  const cases = operations
    .filter((operation) => !isForum(operation))
    .flatMap((operation) =>
      Object.entries(genericRefusals).flatMap(([message, refusal]) => {
        const outcome = operation.outcomes.find((listed) => listed.endsWith(` ${message}`))
        return outcome && walk[operation.id]?.every((row) => !row[3].toString().endsWith(message))
          ? [[outcome, operation, message, refusal] as const]
          : []
      }),
    )

  test.each(cases)('is answered %s', async (outcome, { method, template }, listed, refusal) => {
    const { administrator, 'internal service': service } = world.callers
    const target = template.replace('{scope}', 'register').replaceAll(/\{\w+\}/g, '{nowhere}')
    const answer = await world.suite.call(method, named(`${target}${refusal.query ?? ''}`), {
      ...refusal.request,
      headers: { ...administrator.headers, ...service.headers, ...refusal.request.headers },
    })
    const { message = listed } = refusal
    expect(outcome).toContain(` ${answer.status} `)
    expect(answer.body.error).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message)
  })
})

test('a mail server that never answers is given up on after ten seconds', async () => {
  expectAnswer(await unanswered, '504 timeout during request processing')
  world.answerMails()
})

/** A request that does what the operation is for, for anyone. */
function requestOf(operation: Operation): Row {
  const own = walk[operation.id]?.[0]
  if (own) return own
  const { method, template } = operation
  const rows = forumWalk[`${method} ${walkedAs(template)}`] ?? []
  const succeeds = ([, , , answer]: ForumRow) => typeof answer === 'object' || answer.startsWith('200')
  const [guarantee, , target, , body] = rows.find(succeeds) ?? rows[0]!
  const anything = (text: string) => text.replaceAll(/\{\w+\}/g, '{nowhere}')
  const sent = body === undefined ? undefined : JSON.parse(anything(JSON.stringify(body)))
  return [guarantee, 'administrator', anything(pathOf(template, target)), '', sent]
}

const listsOf = (operation: Operation, status: number) =>
  operation.outcomes.filter((outcome) => outcome.startsWith(`${operation.id} ${status} `))

/** Calls these operations and expects each to answer with this status as documented. */
async function expectAll(
  status: number,
  asked: readonly Operation[],
  how = (operation: Operation) => ask(operation, requestOf(operation), 'operator'),
): Promise<void> {
  for (const operation of asked) {
    const answer = await how(operation)
    const outcome = `${operation.id} ${answer.status} ${answer.body?.error}`
    expect(listsOf(operation, status), `${outcome}: ${answer.text}`).toContain(outcome)
  }
}

/** A request that needs no preparation: it is refused before it is examined. */
const askNothing = ({ method, template }: Operation) =>
  world.suite.call(method, named(template.replaceAll(/\{\w+\}/g, '{nowhere}')))

/** Statements of the database's superuser. */
async function administer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: world.suite.database.adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe.each([
  ['gateway', 'gateway'],
  ['forum', 'forum'],
  ['captcha', 'captcha'],
  ['apps', 'apps'],
  ['archive', 'archive'],
  ['mail-jobs', 'mail_jobs'],
  ['media', 'media'],
])('%s without its tables', (service, schema) => {
  beforeAll(() => administer((client) => client.query(`ALTER SCHEMA ${schema} RENAME TO elsewhere`)))
  afterAll(() => administer((client) => client.query(`ALTER SCHEMA elsewhere RENAME TO ${schema}`)))

  test('answers 500 without a reason', async () => {
    const asked = operations.filter(
      // They ask no table; their failures are different ones, below.
      (operation) =>
        operation.service === service && !['createCaptchaChallenge', 'getMedia'].includes(operation.id),
    )
    await expectAll(
      500,
      asked.filter((operation) => listsOf(operation, 500).length > 0),
    )
  })
})

/** Few enough to be called before the requests that fill the gateway time out. */
const OPERATIONS_A_RUSH = 20

test('a gateway at its limit of concurrent requests refuses every operation', async () => {
  const api = `${world.suite.url}/api/v1`
  // Each waits for an account; no single service may take all places.
  const headers = { cookie: `sid=${randomBytes(32).toString('base64url')}` }
  const paths = [`/users/${world.names.nowhere}`, '/forum/sections']
  const askInRush = (some: Operation[]) =>
    administer(async (client) => {
      await client.query('BEGIN; LOCK TABLE gateway.account IN ACCESS EXCLUSIVE MODE')
      const waiting = paths.flatMap((path) =>
        Array.from({ length: MAX_IN_PROGRESS }, () => request(api + path, 'GET', { headers })),
      )
      while ((await request(`${api}/apps`, 'GET')).status !== 503) await sleep(10)
      await expectAll(503, some, askNothing)
      await client.query('ROLLBACK')
      await Promise.all(waiting)
    })
  for (let first = 0; first < operations.length; first += OPERATIONS_A_RUSH)
    await askInRush(operations.slice(first, first + OPERATIONS_A_RUSH))
})

describe('with another configuration', () => {
  beforeAll(async () => {
    const { suite } = world
    const config = JSON.parse(readFileSync(suite.config, 'utf8'))
    writeFileSync(
      suite.config,
      JSON.stringify({ ...config, providers: {}, captcha: { ...config.captcha, difficulty: 99 } }),
    )
    for (const service of ['captcha', 'gateway'] as const) await suite.processes[service][0]?.restart()
  })

  test.each([
    ['authorizeProviderA', '404 not found'],
    ['authorizeProviderB', '404 not found'],
    ['linkProviderAAccount', '404 not found'],
    ['linkProviderBAccount', '404 not found'],
    ['createCaptchaChallenge', '500 captcha is misconfigured'],
  ])('%s answers %s', async (id, expected) => {
    expectAnswer(await ask(operationOf(id), requestOf(operationOf(id)), 'operator'), expected)
  })
})

describe('where roles want a second factor', () => {
  const refusal = '403 second factor is required'
  const asked = operations.filter(
    (operation) =>
      !isForum(operation) &&
      operation.id !== 'confirmSelf' &&
      operation.outcomes.includes(`${operation.id} ${refusal}`),
  )
  beforeAll(async () => {
    const { suite } = world
    const config = JSON.parse(readFileSync(suite.config, 'utf8'))
    writeFileSync(suite.config, JSON.stringify({ ...config, security: { staff_second_factor: true } }))
    await suite.processes.gateway[0]?.restart()
  })
  afterAll(async () => {
    const { suite } = world
    const config = JSON.parse(readFileSync(suite.config, 'utf8'))
    writeFileSync(suite.config, JSON.stringify({ ...config, security: {} }))
    await suite.processes.gateway[0]?.restart()
  })

  /** What somebody else was refused. */
  const forbiddenRow = ({ id }: Operation) =>
    walk[id]?.find(([, , , answer]) => answer === '403 forbidden') ?? walk[id]?.[0]
  test.each(asked.map((operation) => [operation.id, operation] as const))(
    '%s needs one of an administrator',
    async (_id, operation) => {
      const [guarantee, , path, , body, headers] = forbiddenRow(operation)!
      const row: Row = [guarantee, 'administrator', path, refusal, body, headers ?? {}]
      expectAnswer(await ask(operation, row), refusal)
    },
  )
})

test('a picture that cannot be read is only said to have failed', async () => {
  const { suite, names } = world
  const [id = ''] = [names.picture]
  const file = path.join(path.dirname(suite.config), 'media', id.slice(-2), id, 'full.webp')
  rmSync(file)
  symlinkSync(file, file)
  expectAnswer(await suite.call('GET', `/media/${id}/full`), '500 internal error')
})

describe('a service of which one part is another', () => {
  const instead = async (
    service: ServiceName,
    make: (world: World) => Promise<Server>,
    work: () => unknown,
  ) => {
    await world.suite.processes[service][0]?.stop()
    const app = await make(world)
    await app.listen({ host: '127.0.0.1', port: Number(new URL(world.suite.urls[service][0] ?? '').port) })
    try {
      await work()
    } finally {
      await app.close()
    }
  }

  test('a captcha that cannot sign reports only that it failed', async () => {
    await instead('captcha', captchaThatCannotSign, async () => {
      const operation = operationOf('createCaptchaChallenge')
      expectAnswer(await ask(operation, requestOf(operation)), '500 internal error')
    })
  })

  test('a job of a kind that is open to administrators is created', async () => {
    await instead('mail-jobs', mailJobsWithAnOpenKind, async () => {
      const as = world.callers.administrator
      const answer = await world.suite.call('POST', '/job/jobs', { as, body: { kind: 'Open', state: {} } })
      expectAnswer(answer, { task: { kind: 'Open' } })
    })
  })
})

test('the gateway reports a stopped service', async () => {
  const { processes } = world.suite
  const behind = Object.values(processes).flat()
  await Promise.all(behind.filter(({ service }) => service !== 'gateway').map((process) => process.stop()))
  await expectAll(
    503,
    operations.filter(({ service }) => service !== 'gateway'),
  )
})

test('a caller over the limit is refused every operation', async () => {
  const { suite } = world
  const config = JSON.parse(readFileSync(suite.config, 'utf8'))
  const limits = { ...config.limits, requests_per_minute: 1 }
  writeFileSync(suite.config, JSON.stringify({ ...config, limits }))
  await suite.processes.gateway[0]?.stop()
  await suite.processes.gateway[0]?.spawn()
  while ((await request(`${suite.url}/api/v1/config`, 'GET').catch(() => undefined))?.status !== 429)
    await sleep(10)
  await expectAll(429, operations, askNothing)
})

describe('the document', () => {
  test('has the operations that are walked, and no other', () => {
    const others = operations.filter((operation) => !isForum(operation)).map(({ id }) => id)
    expect(Object.keys(walk).sort()).toEqual(others.sort())
  })

  test('lists no answer that was never given', () => {
    const isOurs = (operation: Operation, outcome: string) =>
      !isForum(operation) || /^\w+ (50\d|429) /.test(outcome)
    const missing = operations.flatMap((operation) =>
      operation.outcomes.filter(
        (outcome) => isOurs(operation, outcome) && !world.suite.produced.has(outcome),
      ),
    )
    expect(missing).toEqual([])
  })
})
