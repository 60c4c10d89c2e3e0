import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { client, Forum, guest, newUser, ok, type User, underToken } from './helpers/forum.ts'

let forum: Forum
let section: { id: string; key: string }
let thread: { id: string }
let judge: User
const author = newUser('Author')
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  thread = await forum.thread(section, author)
  judge = await forum.moderator(section)
  ok(await forum.post(`/threads/${thread.id}/reports`, newUser('Reporter'), { reason: 'Spam' }))
  ok(await forum.post(`/threads/${thread.id}`, newUser('Answerer'), { body: 'An answer.' }))
  await forum.told()
})
afterAll(() => forum.close())

describe('what waits for a member', () => {
  it.each([
    ['the overview', (): string => '/overview', ''],
    ['a section', () => `/sections/${section.key}`, 'opening,subscription,'],
    ['a thread', () => `/threads/${thread.id}`, 'reactions,subscription,'],
    ['the latest threads', (): string => '/threads', 'opening,'],
  ] as const)('is included in %s', async (_, path, others) => {
    const read = (include: string, who: Parameters<typeof forum.get>[1]) =>
      forum.get(`${path()}?include=${include}`, who).then(ok)
    const counted = (who: User) => forum.get('/notifications/count?include=reports', who).then(ok)
    for (const who of [author, judge, underToken(judge, 'base', 'forum:read')])
      expect((await read('waiting', who)).waiting).toEqual(await counted(who))
    expect((await read('waiting', judge)).waiting).toMatchObject({ reports: { pending: 1 } })
    expect((await read('waiting', author)).waiting).toMatchObject({ unread: 1 })

    const page = await read(`${others}waiting`, author)
    expect(await read(`waiting,${others}waiting`, author)).toEqual(page)
    const { waiting: _waiting, ...rest } = page
    expect(
      others === '' ? ok(await forum.get(path(), author)) : await read(others.slice(0, -1), author),
    ).toEqual(rest)
    for (const who of [guest, client, underToken(author, 'base')])
      expect(await read('waiting', who)).not.toHaveProperty('waiting')
    expect(ok(await forum.get(path(), author))).not.toHaveProperty('waiting')
    for (const include of ['', 'waiting,', ',waiting', 'waitin', 'waiting&include=waiting'])
      expect((await forum.get(`${path()}?include=${include}`, author)).status, include).toBe(400)
  })
})
