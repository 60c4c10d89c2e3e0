import type { ServiceName } from '@agora/shared/contracts/services'
import { bearer } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, ok, refused } from './helpers/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

describe('configureSection', () => {
  const configure = (body: object, by: ServiceName = 'gateway') =>
    forum.suite.call('POST', `${forum.suite.urls.forum[0]}/internal/configured-sections`, {
      as: bearer(forum.suite.secrets.serviceKeys[by]),
      body,
    })

  it('makes a section, leaves it as it was changed, and says something new once', async () => {
    const first = { key: 'set_up', display_name: 'Set up', locale: 'en-US', order: 3 }
    ok(await configure(first))
    const { id } = ok(await forum.get('/sections/set_up'))
    ok(
      await forum.call('PUT', '/sections/set_up', administrator, {
        body: { display_name: 'Renamed', locale: 'de' },
      }),
    )
    for (let start = 0; start < 2; start++) ok(await configure(first))
    expect(ok(await forum.get('/sections/set_up'))).toMatchObject({
      id,
      display_name: 'Renamed',
      locale: 'de',
    })
    ok(await configure({ ...first, locale: 'fr-FR' }))
    expect(ok(await forum.get('/sections/set_up'))).toMatchObject({
      id,
      display_name: 'Set up',
      locale: 'fr-FR',
    })
  })

  it('says whom a section is for, and makes the groups that it names', async () => {
    const section = {
      key: 'for_some',
      display_name: 'For some',
      locale: null,
      order: 0,
      readers: { groups: ['named_one', 'named_two'] },
      writers: { groups: ['named_two'] },
    }
    for (let start = 0; start < 2; start++) ok(await configure(section))
    expect((await forum.get('/sections/for_some')).status).toBe(404)
    const { readers, writers } = section
    expect(ok(await forum.get('/sections/for_some/access', administrator))).toEqual({ readers, writers })
    const { items } = ok(await forum.get('/groups', administrator))
    expect(items).toContainEqual(
      expect.objectContaining({ key: 'named_one', display_name: 'named_one', members: { count: 0 } }),
    )
  })

  it('is one when many replicas start at once', async () => {
    const section = { key: 'at_once', display_name: 'At once', locale: null, order: 0 }
    for (const answer of await Promise.all(Array.from({ length: 8 }, () => configure(section)))) ok(answer)
    expect((await forum.sections()).filter(({ key }: { key: string }) => key === 'at_once')).toHaveLength(1)
  })

  it('is for the gateway alone', async () => {
    expect((await configure({ key: 'sly', display_name: 'Sly', locale: null }, 'media')).status).toBe(403)
    expect((await forum.get('/sections/sly')).status).toBe(404)
  })

  it('leaves a section closed until it says something new', async () => {
    const line = { key: 'closed_for_good', display_name: 'Closed', order: 3 }
    const close = () => forum.delete(`/sections/${line.key}`, administrator)
    ok(await configure(line))
    expect(ok(await close())).toEqual({ state: 'Deleted' })
    for (let start = 0; start < 2; start++) ok(await configure(line))
    refused(await forum.get(`/sections/${line.key}`), 404, 'section not found')
    ok(await configure({ ...line, display_name: 'Open again' }))
    const { id } = ok(await forum.get(`/sections/${line.key}`))
    await forum.thread({ id }, administrator)
    expect(ok(await close())).toEqual({ state: 'Archived' })
    ok(await configure({ ...line, display_name: 'Open again' }))
    expect(ok(await forum.get(`/sections/${line.key}`)).is_archived).toBe(true)
  })
})
