import { queryTables } from '@agora/testing/query'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, png } from './support.ts'

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'media'], limits: true })
})
afterAll(() => suite?.close())

it('a picture that only an edit showed which the next one has replaced is released', async () => {
  const author = await suite.member('painter')
  const headers = { 'content-type': 'image/png' }
  const sent = await suite.call('POST', '/media', { as: author, headers, body: (await png()).bytes })
  const id: string = sent.body.id
  const opened = await suite.call('POST', '/forum/sections/welcome', {
    as: author,
    body: { title: 'Art', body: 'Words' },
  })
  const [{ id: post, revisions }] = opened.body.posts.items
  let last: string = revisions.last.id
  const edit = async (content: string) => {
    const body = { last_revision_id: last, content, comment: null }
    const edited = await suite.call('PATCH', `/forum/posts/${post}`, { as: author, body })
    expect(edited.status, edited.text).toBe(200)
    expect(edited.body.revisions.count).toBe(2)
    last = edited.body.revisions.items.at(-1).id
  }
  const claimed = () =>
    queryTables<{ id: string }>(suite, 'media', 'SELECT media_id AS id FROM claim WHERE place = $1', [
      `Post/${post}`,
    ])
  await edit(`Look ![here](media:${id})`)
  await eventually(async () => expect(await claimed()).toEqual([{ id }]))
  await edit('Look nowhere')
  await eventually(async () => expect(await claimed()).toEqual([]))
  const released = 'SELECT FROM media WHERE id = $1 AND unclaimed_since IS NOT NULL'
  expect(await queryTables(suite, 'media', released, [id])).toHaveLength(1)
})
