import path from 'node:path'
import { services } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { testConfig } from '@agora/testing/config'
import { type ApiDocument, apiDocument } from '@agora/testing/documented'
import { type Caller, type Suite, startSuite } from '@agora/testing/suite'
import { createConfig, lint } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DescribedDocument, undescribed } from './support/descriptions.ts'
import { inventory, type ServiceInventory } from './support/inventory.ts'

const document: ApiDocument = apiDocument()
const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${template}`,
    method: method.toUpperCase(),
    template,
    operation,
  })),
)

describe('the API’s document', () => {
  let mounted: ServiceInventory[]
  beforeAll(async () => {
    mounted = await inventory()
  })

  const publicRoutes = () =>
    mounted.flatMap(({ routes }) => routes).filter(({ caller }) => caller !== 'service')

  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  test('breaks none of Redocly’s recommended rules', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // A redirect is the only success of a route that sends a browser elsewhere.
      rules: { 'operation-2xx-response': 'off' },
    })
    const problems = await lint({ ref: path.join(projectRoot, 'docs/openapi.json'), config })
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([])
  })

  test('describes every parameter and property, and has an example of every body', () => {
    const described = document as unknown as DescribedDocument
    expect(undescribed(described)).toEqual([])
    const bodies = Object.values(described.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, requestBody }) => (requestBody ? [{ operationId, ...requestBody }] : []))
    for (const { operationId, content } of bodies)
      expect(content['application/json'], operationId).toHaveProperty('example')
  })

  test('holds every mounted route and no other', () => {
    const routes = publicRoutes().map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(operations.map(({ name }) => name).sort()).toEqual(routes.sort())
  })

  test('leaves the suite’s own traffic out', () => {
    const internal = mounted
      .flatMap(({ routes }) => routes)
      .filter(({ caller, url }) => caller === 'service' || url.startsWith('/internal'))
    expect(internal.length).toBeGreaterThan(0)
    for (const { caller, url } of internal) {
      expect(caller).toBe('service')
      expect(url).toMatch(/^\/internal\//)
    }
  })

  test('names operations uniquely, each with a success', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { name, operation } of operations)
      expect(
        Object.keys(operation.responses).filter((status) => Number(status) < 400),
        name,
      ).not.toEqual([])
  })

  test('has every declared error in a catalogue', () => {
    for (const { routes } of mounted) {
      for (const { method, url, errors } of routes) {
        const strangers = errors.filter(({ isCatalogued }) => !isCatalogued).map(({ code }) => code)
        expect(strangers, `${method} ${url}`).toEqual([])
      }
    }
  })

  test('lists every error in the catalogues', () => {
    for (const { name, errors, routes } of mounted) {
      const declared = new Set(routes.flatMap((route) => route.errors.map(({ code }) => code)))
      // The gateway's, for every write with a cookie, whatever the route declares.
      const undeclared = errors.filter((code) => !declared.has(code) && code !== 'invalidOrigin')
      expect(undeclared, `errors of ${name} that no route declares`).toEqual([])
    }
  })
})

describe('the running suite', () => {
  let suite: Suite
  let administrator: Caller
  let member: Caller

  beforeAll(async () => {
    suite = await startSuite({ services })
    administrator = await suite.administrator()
    member = await suite.member('reader')
  })
  afterAll(() => suite?.close())

  const { games } = testConfig() as unknown as {
    games: Record<'game_a' | 'game_b', { servers: string[] }>
  }
  /** The values that make a path match its route; any other value matches nothing. */
  const addressOf = (template: string): string => {
    const game = template.includes('/game_b/') ? 'game_b' : 'game_a'
    const known: Record<string, string> = {
      scope: 'register',
      server: games[game].servers[0] ?? '',
      provider: 'provider_a',
      site_id: '1',
    }
    const id = '01890000-0000-7000-8000-000000000000'
    return template
      .slice('/api/v1'.length)
      .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(known[name] ?? id))
  }

  // `suite.call` itself checks every answer against the document.
  test.each(operations)(
    'answers $name as documented, whoever calls',
    async ({ method, template, operation }) => {
      const documented = Object.keys(operation.responses)
      for (const as of [
        undefined,
        member,
        administrator,
        { headers: { authorization: 'Basic bm9ib2R5Om5v' } },
      ]) {
        for (const body of method === 'GET' ? [undefined] : [undefined, {}, 'no JSON']) {
          // These tests share a session, which must not end, and the administrator's account, which must not change.
          if (operation.operationId === 'signOut' && as) continue
          const { status, text } = await suite.call(method, addressOf(template), {
            ...(as ? { as } : {}),
            ...(body === undefined ? {} : { body }),
          })
          expect(documented, text).toContain(String(status))
        }
      }
    },
  )

  test('serves the document and a page that shows every operation without a script', async () => {
    const served = await suite.call('GET', '//openapi.json')
    expect(served.body).toEqual(document)
    const page = await suite.call('GET', '//docs')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const { operation } of operations) expect(page.text).toContain(`id="${operation.operationId}"`)
    const again = await suite.call('GET', '//docs', {
      headers: { 'if-none-match': page.headers.get('etag') ?? '' },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})
