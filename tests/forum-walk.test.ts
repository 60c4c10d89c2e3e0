import { type Suite, startSuite } from '@agora/shared/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentedErrors, type ForumRoute } from './support/forum-document.ts'
import type { Row } from './support/forum-rows.ts'
import { contentWalk } from './support/forum-walk-content.ts'
import { moderationWalk } from './support/forum-walk-moderation.ts'
import { alternately, forumWorld, type Send, type World } from './support/forum-world.ts'

/** Every route of the forum, asked by everybody it may be asked by: two gateways and two forums answer in turn. */

let suite: Suite
let send: Send
let world: World
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'], replicas: { gateway: 2, forum: 2 } })
  send = alternately(suite)
  world = await forumWorld(suite, send)
})
afterAll(() => suite?.close())

/** Puts the world's names where their placeholders stand, in texts at any depth. */
function named<Value>(value: Value): Value {
  const text = JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = world.names[name]
    if (id === undefined) throw new Error(`the world has no ${name}`)
    return id
  })
  return JSON.parse(text)
}

/** The rows of a route are asked in their order. */
const walk: Readonly<Record<string, readonly Row[]>> = { ...contentWalk, ...moderationWalk }

const parameter = /\{\w+\}/
const split = (route: string) => route.split(' ') as [method: string, template: string]

/** The path of a route: what is given fills its parameter, or follows it where it has none. */
function pathOf(template: string, target: string): string {
  return `/forum${parameter.test(template) ? template.replace(parameter, target) : template + target}`
}

const readAnswer = (answer: string) => ({
  status: Number(answer.slice(0, 3)),
  message: answer.slice(4),
})

describe.each(Object.keys(walk))('%s', (route) => {
  const [method, template] = split(route)
  for (const [guarantee, caller, target, expected, body] of walk[route] ?? []) {
    test(`${guarantee} (${caller})`, async () => {
      const answer = await send(method, named(pathOf(template, target)), {
        as: world.callers[caller],
        ...(body === undefined ? {} : { body: named(body) }),
      })
      if (typeof expected === 'object') {
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body).toMatchObject(named(expected))
        return
      }
      const { status, message } = readAnswer(expected)
      const content = status === 200 ? message : { error: message }
      expect({ status: answer.status, body: answer.body }).toEqual({ status, body: content })
    })
  }
})

/** Requests that every route with this error in its document answers with it, whoever asks for whatever. */
const generic: Record<string, { request: Parameters<Send>[2]; query?: string; message?: string | RegExp }> = {
  'request body is not valid JSON': { request: { body: '{' } },
  'a JSON request body is required': { request: {} },
  'unsupported content type: send application/json': {
    request: { body: 'text', headers: { 'content-type': 'text/plain' } },
  },
  'request body is too large': { request: { body: JSON.stringify('x'.repeat(1024 * 1024)) } },
  'invalid origin': { request: { body: {}, headers: { origin: 'https://elsewhere.example' } } },
  'invalid request body': { request: { body: [] }, message: /^invalid / },
  'invalid parameter': { request: {}, query: '?limit=-1', message: 'invalid `limit` query parameter' },
}

const routes = documentedErrors()

const genericCases = routes.flatMap((route) =>
  route.errors
    .filter(({ message }) => message in generic)
    .map(({ status, message }) => [route.name, status, message, route] as const),
)

describe('an administrator with the internal key, who may do everything', () => {
  test.each(genericCases)('is answered by %s with %i %s', async (_, status, error, route: ForumRoute) => {
    const { request = {}, query = '', message = error } = generic[error]!
    const [method, template] = split(route.name)
    const { administrator, 'internal service': service } = world.callers
    const headers = { ...administrator.headers, ...service.headers, ...request.headers }
    const target = parameter.test(template) ? `{nowhere}${query}` : query
    const answer = await send(method, named(pathOf(template, target)), { ...request, headers })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body).toEqual({
      error: message instanceof RegExp ? expect.stringMatching(message) : message,
    })
  })
})

/** What no request brings about. */
const unprovoked: Record<string, string> = {
  'internal error': 'only a defect or a broken store answers so',
  'service unavailable': 'only where a forum or a store is down, which tests of failure see to',
}

describe('the table', () => {
  test('walks every route that the document has, and no other', () => {
    expect(Object.keys(walk).sort()).toEqual(routes.map(({ name }) => name).sort())
  })

  test('sees every route succeed', () => {
    const succeeds = (answer: Row[3]) => typeof answer === 'object' || answer.startsWith('200')
    for (const [route, rows] of Object.entries(walk))
      expect(
        rows.some(([, , , answer]) => succeeds(answer)),
        route,
      ).toBe(true)
  })

  test('leaves no error uncovered that the document lists for a route', () => {
    const uncovered = routes.flatMap(({ name, errors }) =>
      errors
        .filter(({ message }) => !(message in generic) && !(message in unprovoked))
        .map(({ status, message }) => `${status} ${message}`)
        .filter((error) => !walk[name]?.some(([, , , answer]) => answer === error))
        .map((error) => `${name}: ${error}`),
    )
    expect(uncovered).toEqual([])
  })

  test('excuses no error that no route lists', () => {
    const listed = new Set(routes.flatMap(({ errors }) => errors.map(({ message }) => message)))
    for (const message of [...Object.keys(generic), ...Object.keys(unprovoked)])
      expect(listed, message).toContain(message)
  })
})
