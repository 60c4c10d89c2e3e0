import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { namedOrigin } from '../src/edge/client-address/trust.ts'

const originFor = (headers: Record<string, string>, isTrusted = true) => {
  const request = new IncomingMessage(new Socket())
  Object.assign(request.headers, headers)
  return namedOrigin(request, () => isTrusted)
}

test.each([
  [{ host: 'here.example' }, 'http://here.example'],
  [{ host: 'here.example:8080', 'x-forwarded-proto': 'https' }, 'https://here.example:8080'],
  [{ host: '[::1]:8080', 'x-forwarded-proto': 'http, HTTPS' }, 'https://[::1]:8080'],
  [{ host: 'inside', 'x-forwarded-host': 'first.example, here.example' }, 'http://here.example'],
  [{ host: 'inside', 'x-forwarded-host': 'a"b' }, 'http://inside'],
  [{ host: 'inside', 'x-forwarded-host': 'here.example/path' }, 'http://inside'],
  [{ host: 'a"b' }, 'http://'],
  [{ host: 'inside', 'x-forwarded-proto': 'javascript' }, 'http://inside'],
])('a request with %j is for %s', (headers, origin) => {
  expect(originFor(headers)).toBe(origin)
})

test('what a proxy that is not trusted says of the origin is not believed', () => {
  const forwarded = { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'https' }
  expect(originFor({ host: 'here.example', ...forwarded }, false)).toBe('http://here.example')
})
