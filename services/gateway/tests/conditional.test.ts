import { sharedSite } from '@agora/testing/shared-suite'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

const conditional = (path: string, tag: string, method = 'GET', headers: Record<string, string> = {}) =>
  suite.call(method, path, { headers: { ...headers, 'if-none-match': tag } })

const open = ['/config', '/forum/sections', '/forum/overview', '/users/staff']

test('every read has an ETag by which guests, members and administrators learn that nothing has changed', async () => {
  const callers = [undefined, await suite.member('reader'), await suite.administrator()]
  for (const path of open)
    for (const as of callers) {
      const first = await suite.call('GET', path, as ? { as } : {})
      const etag = first.headers.get('etag') ?? ''
      expect(etag, path).toMatch(/^"[\w-]+"$/)
      for (const tag of [etag, `W/${etag}`, `"other", W/"a,b" , ${etag}`, '*', ' * ']) {
        for (const method of ['GET', 'HEAD']) {
          const again = await conditional(path, tag, method, as?.headers)
          expect([method, again.status, again.text, again.headers.get('etag')], tag).toEqual([
            method,
            304,
            '',
            etag,
          ])
          for (const name of ['cache-control', 'vary'])
            expect(again.headers.get(name)).toBe(first.headers.get(name))
          // Without a body there are no headers about one: clients compare the length with what arrives.
          const length = method === 'GET' ? again.headers.get('content-length') : null
          expect([path, length, again.headers.get('content-type')]).toEqual([path, null, null])
        }
      }
      for (const tag of [
        '"other"',
        etag.slice(1, -1),
        '',
        '"*"',
        '*, "other"',
        `"${etag}"x`.replaceAll('""', '"x'),
      ])
        expect((await conditional(path, tag, 'GET', as?.headers)).status, tag).toBe(200)
    }
})

test('an ETag changes with the content, and differs between callers who see different content', async () => {
  const [member, administrator] = [await suite.member('writer'), await suite.administrator()]
  const { body } = await suite.call('GET', '/forum/sections')
  const section = `/forum/sections/${body.items.at(-1).id}`
  const tagOf = async (as?: typeof member) =>
    (await suite.call('GET', section, as ? { as } : {})).headers.get('etag')
  const before = await tagOf()
  expect(await tagOf(administrator)).not.toBe(before)
  const opened = await suite.call('POST', section, {
    as: member,
    body: { title: 'A thread', body: 'And its post' },
  })
  expect(opened.status).toBe(200)
  expect(await tagOf()).not.toBe(before)
  expect((await conditional(section, before ?? '')).status).toBe(200)
})

test('refusals and writes have none', async () => {
  for (const path of ['/forum/threads/none', '/users/none', '/nothing', '/forum/self/reports']) {
    const { status, headers } = await conditional(path, '*')
    expect([path, status >= 400, headers.get('etag')]).toEqual([path, true, null])
  }
  const member = await suite.member('poster')
  const answer = await suite.call('POST', '/forum/preview', {
    as: member,
    headers: { 'if-none-match': '*' },
    body: {
      body: 'text',
      section: { id: (await suite.call('GET', '/forum/sections')).body.items.at(-1).id },
    },
  })
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, null])
})
