import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentedErrors, type ForumRoute } from './support/forum-document.ts'
import type { Row } from './support/forum-rows.ts'
import { forumPathOf, forumWalk as walk } from './support/forum-walk.ts'
import { alternately, forumWorld, type Send, type World } from './support/forum-world.ts'
import { genericRefusals } from './support/generic-refusals.ts'
import { withNames } from './support/names.ts'

/** Calls every forum route as every kind of caller: two gateways and two forums take turns. */

let suite: Suite
let send: Send
let world: World
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'web'], replicas: { gateway: 2, forum: 2 } })
  send = alternately(suite)
  world = await forumWorld(suite, send)
})
afterAll(() => suite?.close())

const named = <Value>(value: Value): Value => withNames(value, world.names)

const parameter = /\{\w+\}/
const split = (route: string) => route.split(' ') as [method: string, template: string]

const readAnswer = (answer: string) => ({
  status: Number(answer.slice(0, 3)),
  message: answer.slice(4),
})

describe.each(Object.keys(walk))('%s', (route) => {
  const [method, template] = split(route)
  for (const [guarantee, caller, target, expected, body, headers] of walk[route] ?? []) {
    test(`${guarantee} (${caller})`, async () => {
      const answer = await send(method, named(forumPathOf(template, target)), {
        as: world.callers[caller],
        ...(body === undefined ? {} : { body: named(body) }),
        ...(headers ? { headers } : {}),
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

const routes = documentedErrors()

const genericCases = routes.flatMap((route) =>
  route.errors
    .filter(({ message }) => message in genericRefusals)
    .map(({ status, message }) => [route.name, status, message, route] as const),
)

describe('an administrator with the internal key, who may do everything', () => {
  test.each(genericCases)('is answered by %s with %i %s', async (_, status, error, route: ForumRoute) => {
    const { request = {}, query = '', message = error } = genericRefusals[error]!
    const [method, template] = split(route.name)
    const { administrator, 'internal service': service } = world.callers
    const headers = { ...administrator.headers, ...service.headers, ...request.headers }
    const target = parameter.test(template) ? `{nowhere}${query}` : query
    const answer = await send(method, named(forumPathOf(template, target)), { ...request, headers })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body).toEqual({
      error: message instanceof RegExp ? expect.stringMatching(message) : message,
    })
  })
})

/**
 * What requests alone cannot cause; `suite-walk.slow.test.ts` breaks the store, stops the forum and exceeds its limits, and
 * `staff-second-factor.slow.test.ts` asks for second factors.
 */
const unprovoked = ['internal error', 'service unavailable', 'too many requests', 'second factor is required']

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

  test('covers every error that the document lists for a route', () => {
    const uncovered = routes.flatMap(({ name, errors }) =>
      errors
        .filter(({ message }) => !(message in genericRefusals) && !unprovoked.includes(message))
        .map(({ status, message }) => `${status} ${message}`)
        .filter((error) => !walk[name]?.some(([, , , answer]) => answer === error))
        .map((error) => `${name}: ${error}`),
    )
    expect(uncovered).toEqual([])
  })

  test('has no exception for an error that no route lists', () => {
    const listed = new Set(routes.flatMap(({ errors }) => errors.map(({ message }) => message)))
    for (const message of [...Object.keys(genericRefusals), ...unprovoked])
      expect(listed, message).toContain(message)
  })
})
