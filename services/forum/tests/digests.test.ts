import { bearer } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Forum, guest, newUser, ok, refused, type User } from './helpers/forum.ts'

let forum: Forum
beforeAll(async () => {
  // Not with others': where a section is closed to some, the gateway is asked who is an administrator, and none runs here.
  forum = await Forum.start()
})
afterAll(() => forum.close())

/** A member who wants digests, with an unread reply, and the digest that is due to them. */
async function reader(displayName: string) {
  const member = newUser(displayName)
  const thread = await forum.thread(await forum.section(), member, `Of ${displayName}`)
  ok(await forum.patch('/notifications/settings', member, { email: 'Daily' }))
  const reply = await forum.reply(thread, newUser('Answering'))
  await forum.told()
  return { member, thread, reply, digest: await due(member) }
}
/** A digest of what came since this interval, as it is queued when its period ends. */
async function due({ id }: User, since = '1 day'): Promise<string> {
  const [row] = await forum.rows<{ id: string }>(
    'INSERT INTO digest (id, user_id, since) VALUES (uuidv7(), $1, now() - $2::interval) RETURNING id',
    [id, since],
  )
  return row!.id
}
/** What the mail service is told as it writes the mail. */
const contentOf = (digest: string) =>
  forum.suite.call('POST', `${forum.suite.urls.forum[0]}/internal/digests`, {
    as: bearer(forum.suite.secrets.serviceKeys['mail-jobs']),
    body: { mail_id: digest },
  })
const linkIn = async (digest: string): Promise<string> =>
  ok(await contentOf(digest)).unsubscribe_path.slice('/api/v1'.length)
const wanted = async (member: User) => ok(await forum.get('/notifications/settings', member)).email

describe('a digest', () => {
  it('has what its reader has not read, if any of that came since the last one', async () => {
    const { member, thread, reply, digest } = await reader('Reading')
    expect(ok(await contentOf(digest))).toMatchObject({ unread: 1, entries: [{ kind: 'Reply' }] })
    refused(await contentOf(await due(member, '-1 second')), 404, 'nothing to send')
    ok(await forum.post(`/threads/${thread.id}/read`, member, { up_to_post: reply.id }))
    refused(await contentOf(digest), 404, 'nothing to send')
  })
})

describe('the link of a digest', () => {
  it('ends the digests of its reader alone, however often, and nothing when it is opened', async () => {
    const [one, other] = [await reader('One'), await reader('Other')]
    const link = await linkIn(one.digest)
    ok(await forum.call('GET', link, guest, { headers: { accept: 'application/json' } }))
    expect(await wanted(one.member)).toBe('Daily')
    for (const _again of [1, 2]) ok(await forum.post(link, guest))
    expect([await wanted(one.member), await wanted(other.member)]).toEqual(['Never', 'Daily'])
  })

  it('is another in each attempt to send it, and the last one counts', async () => {
    const { member, digest } = await reader('Twice')
    const [first, second] = [await linkIn(digest), await linkIn(digest)]
    refused(await forum.post(first, guest), 404, 'unsubscribe link not found')
    expect(await wanted(member)).toBe('Daily')
    ok(await forum.post(second, guest))
    expect(await wanted(member)).toBe('Never')
  })
})
