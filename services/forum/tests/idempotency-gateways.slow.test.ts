import { request as httpRequest } from 'node:http'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ok } from './helpers/forum.ts'

let suite: Suite
let member: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'], replicas: { gateway: 2, forum: 2 } })
  member = await suite.member('member', { displayName: 'Some Member' })
})
afterAll(() => suite.close())

const open = (gateway: number, key: string, body: object) => {
  const url = `${suite.urls.gateway[gateway % 2]}/api/v1/forum/sections/off_topic`
  return suite.call('POST', url, { as: member, body, headers: { 'idempotency-key': key } })
}

it('twenty simultaneous sends through two gateways and two forums create one thread', async () => {
  for (let round = 0; round < 5; round += 1) {
    const body = { title: `Round ${round}`, body: 'Once' }
    const sends = Array.from({ length: 20 }, (_, index) => open(index, `round-${round}`, body))
    const answers = await Promise.all(sends)
    expect(new Set(answers.map((answer) => ok(answer).id)).size).toBe(1)
    const created = answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)
    expect(created).toHaveLength(1)
  }
  expect(ok(await suite.call('GET', '/forum/sections/off_topic')).threads.count).toBe(5)
})

it.each([[['']], [['a', 'a']], [['a', 'b']]])(
  'the headers %j are refused, whoever stands between',
  async (keys) => {
    const status = await new Promise((resolve, reject) => {
      const url = new URL('/api/v1/forum/sections/off_topic', suite.urls.gateway[0])
      const headers = [
        ...Object.entries(member.headers).flat(),
        ...['host', url.host, 'content-type', 'application/json'],
        ...keys.flatMap((key) => ['Idempotency-Key', key]),
      ]
      const request = httpRequest(url, { method: 'POST', headers })
      request.on('error', reject)
      request.on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.end(JSON.stringify({ title: 'Never', body: 'Never' }))
    })
    expect(status).toBe(422)
  },
)
