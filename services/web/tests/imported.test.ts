import { once } from 'node:events'
import path from 'node:path'
import { startMoving } from '@agora/suite/moving'
import { temporaryFolder } from '@agora/suite/temporary'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Addresses of imported sites. */

const KEPT = '6b1b1c9e-0f0a-4e0b-9d0f-0a0b0c0d0e0f'
const created_at = '2020-01-01T12:00:00Z'
const post = (id: string) => ({ type: 'post', id, thread: '5', author: '10', created_at, body: `Post ${id}` })
const forum = [
  { type: 'forum', version: 1 },
  { type: 'section', id: KEPT, key: 'old_times', display_name: 'Old times' },
  { type: 'user', id: '10', username: 'ada' },
  { type: 'thread', id: '5', section: KEPT, title: 'Hello', author: '10', created_at },
  ...Array.from({ length: 30 }, (_, index) => post(`${index}`)),
]

let suite: Suite
const folder = temporaryFolder('imported')
beforeAll(async () => {
  suite = await sharedSite()
  const { database, config, secrets } = suite
  const child = startMoving({
    command: 'import',
    words: ['--from', 'ndjson', '-', '--name', 'eternaltwin', '--report', path.join(folder.path, 'report')],
    databaseUrls: database.urls,
    env: { PATH: process.env.PATH, AGORA_CONFIG: config, HELD_NAMES_KEY: secrets.heldNamesKey },
    stdio: 'pipe',
  })
  child.stdin?.end(forum.map((line) => `${JSON.stringify(line)}\n`).join(''))
  child.stdout?.resume()
  child.stderr?.resume()
  expect(await once(child, 'close')).toEqual([0, null])
})
afterAll(async () => {
  await suite?.close()
  folder.remove()
})

const placeOf = async (address: string) => {
  const { status, headers } = await fetch(suite.url + address, { redirect: 'manual' })
  return status === 303 ? headers.get('location') : status
}
const idOf = async (kind: 'user' | 'thread' | 'post', old: string): Promise<string> =>
  (await suite.call('GET', `/forum/imported/eternaltwin/${kind}/${old}`)).body[kind].id

describe('an address by an old id', () => {
  test('leads to what it became', async () => {
    const thread = await idOf('thread', '5')
    expect(await placeOf('/imported/eternaltwin/thread/5')).toBe(`/threads/${thread}/hello`)
    expect(await placeOf(`/imported/eternaltwin/section/${KEPT}`)).toBe('/sections/old_times')
    expect(await placeOf('/imported/eternaltwin/user/10')).toBe(`/members/${await idOf('user', '10')}`)
    const last = await idOf('post', '29')
    expect(await placeOf('/imported/eternaltwin/post/29')).toMatch(
      new RegExp(`^/threads/${thread}/hello\\?page=\\d#post-${last}$`),
    )
  })

  test.each([
    '/imported/eternaltwin/thread/6',
    '/imported/other/thread/5',
    '/imported/eternaltwin/nothing/5',
    '/imported/eternaltwin/thread/%2e%2e',
    '/imported/eternaltwin/thread/%2F%2Fevil.example',
  ])('%s leads nowhere', async (path) => {
    expect(await placeOf(path)).toBe(404)
  })
})

test('addresses of Eternaltwin lead to the same things here', async () => {
  const known = {
    '/forum': '/',
    [`/forum/sections/${KEPT}`]: '/sections/old_times',
    '/forum/threads/5': `/threads/${await idOf('thread', '5')}/hello`,
    '/users/10': `/members/${await idOf('user', '10')}`,
    // What was imported under another name, or made here.
    '/forum/sections/welcome': '/sections/welcome',
    [`/forum/threads/${KEPT}`]: `/threads/${KEPT}`,
    '/forum/threads/%2F%2Fevil.example': '/threads/%2F%2Fevil.example',
    '/login': '/sign-in',
    '/settings': '/account',
    '/archive/dinoparc/dinoparc.com/users/38': '/archive/game_a/dinoparc.com/users/38',
    '/archive/dinoparc/dinoparc.com/dinoz/7': '/archive/game_a/dinoparc.com/creatures/7',
    '/archive/hammerfest/hfest.net/users/38': '/archive/game_b/hfest.net/users/38',
    '/archive/twinoid/users/38': '/archive/game_c/users/38',
  }
  for (const [path, place] of Object.entries(known))
    expect([path, await placeOf(path)]).toEqual([path, place])
})
