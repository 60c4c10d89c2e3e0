import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok, refused } from './helpers/forum.ts'
import { importLines, movingFolder } from './helpers/moving.ts'

let suite: Suite
const folder = movingFolder()
const by = { author: '10', created_at: '2020-01-01T12:00:00Z' }
beforeAll(async () => {
  suite = await sharedSite()
  const forum = [
    { type: 'forum', version: 1 },
    { type: 'section', id: '2', key: 'moved_in', display_name: 'Moved in' },
    { type: 'user', id: '10', username: 'mover' },
    { type: 'thread', id: '5', section: '2', title: 'Hello', ...by },
    ...['1', '2', '3'].map((id) => ({ type: 'post', id, thread: '5', body: `Post ${id}`, ...by })),
  ]
  const moved = await importLines(suite, folder, 'moved-in.ndjson', forum, ['--name', 'moved_in'])
  expect(moved.status, moved.stderr).toBe(0)
})
afterAll(() => suite?.close())

const find = (path: string, as?: Member) => suite.call('GET', `/forum/imported/${path}`, as && { as })
const found = async (path: string, as?: Member) => ok(await find(`moved_in/${path}`, as))
const unknown = [404, 'imported content not found'] as const

describe('what was imported', () => {
  it('is found at its old addresses, and only there', async () => {
    const { thread, post, offset } = await found('post/3')
    expect(await found('thread/5')).toMatchObject({ thread, post: null, section: null, user: null })
    expect(offset).toBe(2)
    expect(ok(await suite.call('GET', `/forum/posts/${post.id}/location`)).offset).toBe(2)
    expect((await found('section/2')).section.key).toBe('moved_in')
    expect((await found('user/10')).user.display_name.current.value).toBe('mover')
    for (const path of ['post/33', 'role/3', 'post/%00', 'user/3'])
      refused(await find(`moved_in/${path}`), ...unknown)
    refused(await find('other/post/3'), ...unknown)
  })

  it('is found by nobody who may not read it, as if it had never come', async () => {
    const administrator = await suite.administrator()
    const { thread } = await found('thread/5')
    ok(await suite.call('DELETE', `/forum/threads/${thread.id}`, { as: administrator }))
    for (const path of ['thread/5', 'post/3']) {
      refused(await find(`moved_in/${path}`), ...unknown)
      expect((await found(path, administrator)).thread).toEqual(thread)
    }
  })
})
