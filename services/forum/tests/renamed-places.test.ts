import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, Forum, guest, newUser, ok, type User, type Who } from './helpers/forum.ts'
import { sanction } from './helpers/moderation.ts'

/** What has a name is told of by many routes: under another name, each says that one. */

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum?.close())

type Place = readonly [who: Who, path: string]

/** What each of the places says, by its path. */
async function said(places: readonly Place[]): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const [who, path] of places) all.set(path, JSON.stringify(ok(await forum.get(path, who))))
  return all
}
const telling = (all: ReadonlyMap<string, string>, name: string) =>
  [...all].filter(([, text]) => text.includes(name)).map(([path]) => path)

async function sectionWithContent() {
  const [author, reader] = [newUser('Ada'), newUser('Ben')]
  await forum.meet(author, reader)
  const section = await forum.section({ display_name: 'Earlier name', order: -8 })
  ok(await forum.put(`/sections/${section.id}/subscription`, reader, { level: 'Watching' }))
  const thread = await forum.thread(section, author, 'Findable words')
  const post = await forum.reply(thread, author, 'Reply with findable words')
  const report = ok(await forum.post(`/posts/${post.id}/reports`, reader, { reason: 'Spam' }))
  await sanction(forum, author, { section })
  await forum.told()
  return { author, reader, section, thread, post, report }
}

const placesOf = ({
  author,
  reader,
  section,
  thread,
  post,
  report,
}: Awaited<ReturnType<typeof sectionWithContent>>): readonly Place[] => [
  [guest, '/sections'],
  [guest, '/overview'],
  [guest, `/sections/${section.id}`],
  [guest, `/threads/${thread.id}`],
  [guest, '/threads?of=Latest'],
  [guest, `/posts/${post.id}`],
  [guest, `/posts/${post.id}/location`],
  [guest, '/search?q=findable'],
  [guest, `/users/${author.id}/posts`],
  [author as User, '/self/sanctions'],
  [reader, '/self/reports'],
  [reader, '/notifications'],
  [administrator, '/reports'],
  [administrator, `/reports/${report.id}`],
  [administrator, '/report-targets'],
  [administrator, `/sanctions?section=${section.id}`],
  [administrator, `/users/${author.id}/history`],
  [administrator, '/moderation_log'],
]

it('a section is named alike wherever it is told of, from the moment that it has another name', async () => {
  const content = await sectionWithContent()
  const places = placesOf(content)
  const find = async () => telling(await said([[guest, '/search?q=findable']]), 'Earlier name')
  await expect.poll(find, { timeout: 20_000 }).toHaveLength(1)
  const before = telling(await said(places), 'Earlier name')
  // These are the places that name it; the others are there in case that they come to.
  expect(before.length).toBeGreaterThanOrEqual(8)

  ok(
    await forum.put(`/sections/${content.section.key}`, administrator, {
      display_name: 'Later name',
    }),
  )
  const after = await said(places)
  expect(telling(after, 'Earlier name')).toEqual([])
  expect(telling(after, 'Later name')).toEqual(before)
})
