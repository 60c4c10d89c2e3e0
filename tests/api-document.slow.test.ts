import path from 'node:path'
import { services } from '@agora/shared/contracts/services'
import { webhookPatterns } from '@agora/shared/contracts/webhooks'
import { projectRoot } from '@agora/suite/project'
import { testConfig } from '@agora/testing/config'
import { type ApiDocument, apiDocument } from '@agora/testing/documented'
import { faultOfEvent } from '@agora/testing/documented-events'
import { type Caller, type Suite, startSuite } from '@agora/testing/suite'
import { createConfig, lint } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
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
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lint({ ref: path.join(projectRoot, 'docs/openapi.json'), config })
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([])
  })

  test('breaks none of Spectral’s recommended rules', async () => {
    const spectral = new Spectral()
    spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] })
    const problems = await spectral.run(JSON.parse(JSON.stringify(document)))
    expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)).toEqual([])
  })

  test('describes every operation, and has an example of every answer', () => {
    for (const { name, operation } of operations) {
      expect(operation.description, name).toMatch(/^.{20,}\.$/s)
      for (const [status, response] of Object.entries(operation.responses)) {
        const resolved = (response as { $ref?: string }).$ref
          ? document.components.responses[String((response as { $ref: string }).$ref.split('/').at(-1))]
          : response
        const { content = {} } = resolved as { content?: Record<string, Record<string, unknown>> }
        for (const type of ['application/json', 'text/event-stream'])
          if (content[type] && status !== 'default')
            expect(Object.keys(content[type]), `${name} ${status}`).toEqual(
              expect.arrayContaining([expect.stringMatching(/^examples?$/)]),
            )
      }
    }
  })

  test('has an example of problem details, which every other answer leads to', () => {
    const { Problem } = document.components.schemas as Record<string, { examples: { status: number }[] }>
    expect(Problem?.examples[0]?.status).toBe(404)
  })

  test('has every event that applications can ask for, and the test', () => {
    const kinds = webhookPatterns.filter((pattern) => !pattern.endsWith('*'))
    expect(Object.keys(document.webhooks).sort()).toEqual([...kinds, 'agora.test'].sort())
    for (const [kind, { post }] of Object.entries(document.webhooks)) {
      expect(post.description, kind).toMatch(/^.{20,}\.$/s)
      const { example } = post.requestBody.content['application/cloudevents+json']!
      expect(faultOfEvent(example as { type: string }), kind).toBeUndefined()
    }
    const ids = Object.values(document.webhooks).map(({ post }) => post.operationId)
    expect(new Set([...ids, ...operations.map(({ operation }) => operation.operationId)]).size).toBe(
      ids.length + operations.length,
    )
  })

  test('says which scope a token needs, and where none is enough', () => {
    const scopesOf = (id: string) =>
      operations
        .find(({ operation }) => operation.operationId === id)
        ?.operation.security?.flatMap(({ token }) => token ?? [])
    expect(scopesOf('createPost')).toEqual(['forum:write'])
    expect(scopesOf('updateThread')).toEqual(['forum:moderate'])
    expect(scopesOf('listNotifications')).toEqual(['forum:read'])
    expect(scopesOf('getThread')).toEqual(['base'])
    for (const id of ['updateUser', 'listSessions', 'banUser', 'listJobs'])
      expect(scopesOf(id), id).toEqual([])
  })

  test('is plain to readers of JSON Schema: types beside enums, formats of ids, patterns without flags', () => {
    const visit = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return
      const { enum: choices, type, pattern } = value as Record<string, unknown>
      if (Array.isArray(choices)) expect(type, place).toBeDefined()
      if (typeof pattern === 'string') expect(() => new RegExp(pattern), place).not.toThrow()
      if (typeof pattern === 'string') expect(pattern, place).not.toMatch(/\\p\{/)
      for (const [key, part] of Object.entries(value))
        if (!/^examples?$/.test(key)) visit(part, `${place}/${key}`)
    }
    visit(document.components.schemas, 'schemas')
    visit(document.paths, 'paths')
    visit(document.webhooks, 'webhooks')
    expect(document.components.schemas.Uuid).toMatchObject({ format: 'uuid' })
  })

  test('describes every parameter and property, and has an example of every body', () => {
    const described = document as unknown as DescribedDocument
    expect(undescribed(described)).toEqual([])
    const bodies = Object.values(described.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, requestBody }) => (requestBody ? [{ operationId, ...requestBody }] : []))
    // One of bytes says what they are by its media types.
    const ofJson = bodies.filter(({ content }) =>
      Object.keys(content).some((type) => !/^(?:image|message)\//.test(type)),
    )
    for (const { operationId, content } of ofJson)
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
    for (const { post } of Object.values(document.webhooks))
      expect(page.text).toContain(`id="${post.operationId}"`)
    const again = await suite.call('GET', '//docs', {
      headers: { 'if-none-match': page.headers.get('etag') ?? '' },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})
