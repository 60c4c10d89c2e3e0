import { upstreamNames } from '@agora/shared/contracts/services'
import { type Suite, startSuite } from '@agora/testing/suite'
import { expect } from 'vitest'
import { fuzz, type Template } from './fuzz.ts'

const json = { 'content-type': 'application/json' }
const of = (
  method: string,
  path: string,
  body: string | null = null,
  headers: Record<string, string> = body === null ? {} : json,
): Template => ({ method, path, headers, body })

/** One route of every kind: by service, by who reads its body, and by the body's kind. */
const api: Record<string, readonly Template[]> = {
  forum: [
    of('GET', '/api/v1/forum/sections'),
    of('POST', '/api/v1/forum/sections/welcome', '{"title":"A title","body":"[quote]é[/quote]"}'),
    of('PATCH', '/api/v1/forum/posts/01890000-0000-7000-8000-000000000000', '{"comment":null}'),
    of('DELETE', '/api/v1/forum/threads/x', '{}'),
    of('HEAD', '/api/v1/forum/threads/x?limit=2'),
  ],
  captcha: [
    of('POST', '/api/v1/captcha/login/challenge'),
    of('POST', '/api/v1/captcha/register/redeem', '{"token":"a","solutions":[1,2]}'),
  ],
  apps: [of('GET', '/api/v1/apps'), of('PATCH', '/api/v1/apps/agora_web', '{}')],
  archive: [of('GET', '/api/v1/archive/game_c/users/1'), of('GET', '/api/v1/archive/game_a/x/users/1')],
  'mail-jobs': [of('GET', '/api/v1/job/jobs'), of('POST', '/api/v1/outbound_email', '{"to":"a@b.example"}')],
  media: [
    of('GET', '/api/v1/media/01890000-0000-7000-8000-000000000000/full'),
    of('POST', '/api/v1/media', 'GIF89a', { 'content-type': 'image/gif' }),
    of('GET', '/api/v1/users/01890000-0000-7000-8000-000000000000/avatar?size=48'),
  ],
}
const own: readonly Template[] = [
  of('GET', '/'),
  of('GET', '/openapi.json'),
  of('GET', '/health/live'),
  of('GET', '/api/v1/config'),
  of('PUT', '/api/v1/auth/self', '{"login":"nobody"}'),
  of('POST', '/api/v1/users', '{"username":"1"}'),
  of('GET', '/oauth/authorize?client_id=x'),
  of('POST', '/oauth/token', 'grant_type=x', {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from('a@clients:b').toString('base64')}`,
  }),
  of('POST', '/sign-in', 'login=a', { 'content-type': 'application/x-www-form-urlencoded' }),
  of('GET', '/internal/users/x'),
]

/** The whole suite, whose processes must survive. */
export const startFuzzed = (): Promise<Suite> => startSuite({ services: ['gateway', ...upstreamNames] })

/**
 * Sends `count` mutated requests to every kind of route, at the gateway and at each service, and checks the suite's
 * promises.
 */
export async function fuzzSuite(
  suite: Suite,
  { seed, count }: { seed: number; count: number },
): Promise<void> {
  console.log(`seed ${seed}, ${count} requests`)
  const all = Object.values(suite.processes).flat()
  const pids = all.map(({ pid }) => pid)
  const targets = [
    ...own.map((template) => ({ url: suite.url, template })),
    ...Object.values(api).flatMap((templates) => templates.map((template) => ({ url: suite.url, template }))),
  ]
  for (const service of upstreamNames) {
    const { headers } = await suite.principal({ kind: 'guest' }, service)
    for (const url of suite.urls[service]) {
      for (const template of api[service] ?? [])
        targets.push({ url, template: { ...template, headers: { ...template.headers, ...headers } } })
    }
  }
  const { sent, statuses, wrong } = await fuzz(targets, { seed, count })
  for (const [kind, ofKind] of statuses) console.log(kind, JSON.stringify(Object.fromEntries(ofKind)))
  expect(wrong).toEqual([])
  expect(sent).toBe(count)
  expect(all.map(({ pid, isRunning }) => (isRunning ? pid : 'ended'))).toEqual(pids)
  for (const { url } of all) expect((await fetch(`${url}/health/ready`)).status, url).toBe(200)
}
