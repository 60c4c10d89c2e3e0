import { unfollowed } from '@agora/testing/followers'
import { queryTables } from '@agora/testing/query'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, png } from './support.ts'

let suite: Suite
beforeAll(async () => {
  const services = ['gateway', 'forum', 'media'] as const
  const limits = { new_account: { edits_per_hour: 1_000 } }
  suite = await startSuite({ services, replicas: { forum: 2, media: 2 }, limits: true, config: { limits } })
})
afterAll(() => suite?.close())

async function send(author: Member): Promise<string> {
  const headers = { 'content-type': 'image/png' }
  const sent = await suite.call('POST', '/media', { as: author, headers, body: (await png()).bytes })
  expect(sent.status, sent.text).toBe(200)
  return sent.body.id
}

/** A post whose edits are all one revision: `edit` replaces it, and answers with its status. */
async function write(author: Member) {
  const opened = await suite.call('POST', '/forum/sections/welcome', {
    as: author,
    body: { title: 'Art', body: 'Words' },
  })
  const [{ id: post, revisions }] = opened.body.posts.items
  let last: string = revisions.last.id
  const edit = async (content: string) => {
    const body = { last_revision_id: last, content, comment: null }
    const edited = await suite.call('PATCH', `/forum/posts/${post}`, { as: author, body })
    if (edited.status === 200) {
      expect(edited.body.revisions.count).toBe(2)
      last = edited.body.revisions.items.at(-1).id
    }
    return edited.status
  }
  const claimed = async () => {
    const claims = 'SELECT media_id AS id FROM claim WHERE place = $1'
    const rows = await queryTables<{ id: string }>(suite, 'media', claims, [`Post/${post}`])
    return new Set(rows.map(({ id }) => id))
  }
  return { edit, claimed }
}
const shown = (ids: readonly string[]) => `Look ${ids.map((id) => `![here](media:${id})`).join(' ')}`

it('a picture that only an edit showed which the next one has replaced is released', async () => {
  const author = await suite.member('painter')
  const id = await send(author)
  const { edit, claimed } = await write(author)
  await edit(shown([id]))
  await eventually(async () => expect(await claimed()).toEqual(new Set([id])))
  await edit('Look nowhere')
  await eventually(async () => expect(await claimed()).toEqual(new Set()))
  const released = 'SELECT FROM media WHERE id = $1 AND unclaimed_since IS NOT NULL'
  expect(await queryTables(suite, 'media', released, [id])).toHaveLength(1)
})

it('of edits in a row, two at a time, what the last text shows is claimed and nothing else, a day later too', async () => {
  const author = await suite.member('hasty')
  const pictures = [await send(author), await send(author), await send(author), await send(author)]
  const { edit, claimed } = await write(author)
  // Each shows other pictures than the one before it; of two with the same base one is refused.
  for (let round = 0; round < 12; round += 1) {
    const texts = [1, 2].map((step) => shown(pictures.filter((_, at) => (at + round * step) % 3 === 0)))
    const statuses = await Promise.all(texts.map(edit))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    if (round === 6) await suite.processes.media[0]!.restart()
  }
  const last = pictures.slice(1, 3)
  expect(await edit(shown(last))).toBe(200)
  // What is not told of yet: a change that was not followed, and what a followed one has left to tell.
  const due = () =>
    queryTables(suite, 'forum', `SELECT FROM picture_due UNION ALL (${unfollowed('pictures')})`)
  await eventually(async () => expect(await due()).toEqual([]))
  expect(await claimed()).toEqual(new Set(last))

  await queryTables(
    suite,
    'media',
    "UPDATE media SET unclaimed_since = unclaimed_since - interval '25 hours'",
  )
  await suite.processes.media[1]!.restart()
  const status = async (id: string) => (await fetch(`${suite.url}/api/v1/media/${id}/full`)).status
  const statuses = () => Promise.all(pictures.map(status))
  await eventually(async () => expect(await statuses()).toEqual([404, 200, 200, 404]))
})
