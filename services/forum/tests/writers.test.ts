import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, guest, newUser, ok, refused, underToken } from './helpers/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum?.close())

const noThread = 'current actor does not have the permission to create a thread in this section'
const noPost = 'current actor does not have the permission to create a post in this thread'
const input = { title: 'News', body: 'Hello' }
const putGroup = (path: string, body?: object) =>
  forum.call('PUT', `/groups/${path}`, administrator, body ? { body } : {})
const put = (key: string, settings: object) =>
  forum.call('PUT', `/sections/${key}`, administrator, { body: { display_name: key, ...settings } })
const writersOf = async (key: string) => ok(await forum.get(`/sections/${key}/access`, administrator)).writers

let sections = 0
async function made(settings: object): Promise<{ key: string; id: string }> {
  sections += 1
  return ok(await put(`for_some_${sections}`, settings))
}

describe('a section with writers', () => {
  it.each(['Everyone', 'Members'])('of %s is for members', async (writers) => {
    const section = await made({ writers })
    ok(await forum.post(`/sections/${section.id}`, newUser('Ada'), input))
    refused(await forum.post(`/sections/${section.id}`, guest, input), 403, noThread)
  })

  it('among its moderators is as if others were muted there, and nowhere else', async () => {
    const section = await made({ writers: 'Moderators' })
    const [member, moderator, global] = [
      newUser('M'),
      await forum.moderator(section),
      await forum.globalModerator(),
    ]
    const elsewhere = await forum.moderator(await made({}))
    const thread = await forum.thread(section, moderator)
    for (const who of [member, elsewhere, underToken(moderator, 'forum:write')]) {
      refused(await forum.post(`/sections/${section.id}`, who, input), 403, noThread)
      refused(await forum.post(`/threads/${thread.id}`, who, { body: 'x' }), 403, noPost)
      expect(ok(await forum.get(`/sections/${section.id}`, who)).self.can_create_thread).toBe(false)
      expect(ok(await forum.get(`/threads/${thread.id}`, who)).self).toMatchObject({ can_post: false })
    }
    for (const who of [moderator, global, administrator, underToken(moderator, 'forum:moderate')]) {
      ok(await forum.post(`/sections/${section.id}`, who, input))
      expect(ok(await forum.get(`/threads/${thread.id}`, who)).self).toMatchObject({ can_post: true })
    }
    ok(await forum.post(`/threads/${thread.id}/reports`, member, { reason: 'Spam' }))
    ok(await forum.post(`/sections/${(await forum.section()).id}`, member, input))
  })

  it('of groups is for who is in one of them, from the next request and no longer', async () => {
    for (const key of ['one', 'other']) ok(await putGroup(key, { display_name: key }))
    const section = await made({ writers: { groups: ['one', 'other', 'one'] } })
    expect(await writersOf(section.key)).toEqual({ groups: ['one', 'other'] })
    const member = newUser('Ada')
    await forum.meet(member)
    const thread = await forum.thread(section, administrator)
    const reply = () => forum.post(`/threads/${thread.id}`, member, { body: 'x' })
    for (let time = 0; time < 3; time++) {
      refused(await reply(), 403, noPost)
      ok(await putGroup(`other/members/${member.id}`))
      ok(await reply())
      ok(await forum.call('DELETE', `/groups/other/members/${member.id}`, administrator))
    }
    refused(await reply(), 403, noPost)
  })

  it('keeps them in a change that names none, and keeps the groups that it names', async () => {
    ok(await putGroup('kept', { display_name: 'Kept' }))
    const { key } = await made({ writers: { groups: ['kept'] } })
    ok(await put(key, { display_name: 'Renamed' }))
    expect(await writersOf(key)).toEqual({ groups: ['kept'] })
    refused(await forum.call('DELETE', '/groups/kept', administrator), 409, 'group is in use')
    ok(await put(key, { writers: 'Members' }))
    expect(await writersOf(key)).toBe('Members')
    ok(await forum.call('DELETE', '/groups/kept', administrator))
    refused(await put(key, { writers: { groups: ['kept'] } }), 422, 'group not found')
    expect(await writersOf(key)).toBe('Members')
  })

  it('has no more of them than its parent, however either changes', async () => {
    for (const key of ['a', 'b']) ok(await putGroup(key, { display_name: key }))
    const wider = 'section is wider than its parent'
    const narrowing = ['Members', { groups: ['a', 'b'] }, { groups: ['a'] }, 'Moderators']
    for (const [at, writers] of narrowing.entries()) {
      const parent = await made({ writers })
      for (const [below, narrower] of narrowing.entries()) {
        const answer = await put(`below_${at}_${below}`, { parent: parent.key, writers: narrower })
        if (below < at) refused(answer, 422, wider)
        else ok(answer)
      }
      if (at === 0) refused(await put(parent.key, { writers: 'Moderators' }), 422, wider)
    }
    const other = await made({ writers: { groups: ['b'] } })
    const own = { parent: other.key, writers: { groups: ['a'] } }
    refused(await put('below_other', own), 422, wider)
    expect((await forum.get('/sections/below_other')).status).toBe(404)
    const free = await made({})
    refused(await put(free.key, { parent: other.key }), 422, wider)
  })

  it('tells whom it is for to who may moderate it', async () => {
    const section = await made({ writers: 'Moderators' })
    const moderator = await forum.moderator(section)
    const access = (who: Parameters<Forum['get']>[1]) => forum.get(`/sections/${section.key}/access`, who)
    expect(ok(await access(moderator))).toEqual({ readers: 'Everyone', writers: 'Moderators' })
    refused(await access(underToken(moderator, 'forum:write')), 403, 'forbidden')
    refused(await access(newUser('M')), 403, 'forbidden')
    refused(await access(guest), 401, 'authentication required')
    refused(await forum.get('/sections/nowhere/access', administrator), 404, 'section not found')
  })

  it.each(['Nobody', { groups: [] }, { groups: ['No Key'] }, {}, null, 7])('takes no %j', async (writers) => {
    expect((await put('untaken', { writers })).status).toBe(422)
  })
})

it('a group is deleted or named, of both at once exactly one', async () => {
  for (let round = 0; round < 10; round++) {
    const key = `raced_${round}`
    ok(await putGroup(key, { display_name: key }))
    const section = await made({})
    const [named, deleted] = await Promise.all([
      put(section.key, { writers: { groups: [key] } }),
      forum.call('DELETE', `/groups/${key}`, administrator),
    ])
    expect([named.status, deleted.status]).toSatisfy(
      ([one, other]) => (one === 200 && other === 409) || (one === 422 && other === 200),
    )
  }
})
