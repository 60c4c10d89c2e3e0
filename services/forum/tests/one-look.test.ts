import { readWhileWriting } from '@agora/testing/one-look'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { administrator, Forum, guest, newUser, ok, type Who } from './helpers/forum.ts'

let forum: Forum
const author = newUser('Author')
const watcher = newUser('Watcher')
let section: { id: string }
let other: { id: string }
beforeAll(async () => {
  forum = await Forum.start()
  section = await forum.section()
  other = await forum.section()
  await forum.meet(administrator, author, watcher)
  for (let index = 0; index < 14; index++) {
    const thread = await forum.thread(section, author, `Title ${index}`, 'A numbat.')
    ok(await forum.post(`/threads/${thread.id}/reports`, administrator, { reason: 'Spam' }))
  }
  const first = (await forum.rows<{ id: string }>('SELECT id FROM thread ORDER BY id LIMIT 1'))[0]!
  ok(await forum.put(`/sections/${section.id}/subscription`, watcher, { level: 'Watching' }))
  ok(await forum.put(`/threads/${first.id}/subscription`, watcher, { level: 'Muted' }))
  const isFound = async () => expect(ok(await forum.get('/search?q=numbat')).count).toBe(14)
  await vi.waitFor(isFound, { timeout: 60_000, interval: 200 })
})
afterAll(() => forum?.close())

const HALF = '(SELECT id FROM thread ORDER BY id LIMIT 7)'
const DELETED = `
  WITH changed AS (UPDATE thread SET is_deleted = NOT is_deleted WHERE id IN ${HALF} RETURNING section_id, is_deleted)
  UPDATE section SET thread_count = thread_count + gone.change
  FROM (SELECT section_id, sum(CASE WHEN is_deleted THEN -1 ELSE 1 END) AS change FROM changed GROUP BY section_id) AS gone
  WHERE section.id = gone.section_id`

/** Half of what is listed comes and goes. */
const listings: [listing: string, path: () => string, who: Who, write: () => string][] = [
  ['hits', () => '/search?q=numbat', guest, () => DELETED],
  ['threads of all sections', () => '/threads?of=Latest', guest, () => DELETED],
  ['threads of a section', () => `/threads?section=${section.id}`, guest, () => DELETED],
  ['watched threads', () => '/threads?of=Watched', watcher, () => DELETED],
  [
    'reported targets',
    () => `/report-targets?section=${section.id}`,
    administrator,
    () => `
      UPDATE report SET section_id = CASE section_id WHEN '${section.id}' THEN '${other.id}' ELSE '${section.id}' END::uuid
      WHERE thread_id IN ${HALF}`,
  ],
]

it.each(listings)(
  'counts the %s that it shows, whatever is written meanwhile',
  (_listing, path, who, write) =>
    readWhileWriting(
      async () => {
        const { count, items } = ok(await forum.get(`${path()}&limit=100`, who))
        expect(items).toHaveLength(count)
      },
      () => forum.rows(write()),
    ),
)
