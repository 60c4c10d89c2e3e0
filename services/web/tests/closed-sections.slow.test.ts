import { type Browser, fieldsOf } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, openThread, startPages } from './support.ts'

const SECRET = 'pompelmoes'
const sections = '/administration/sections'
const groups = '/administration/groups'

let suite: Suite
let administrator: Member
let owner: Browser
let member: Member
let stranger: Member
beforeAll(async () => {
  suite = await startPages()
  administrator = await suite.administrator()
  owner = browserOf(suite, administrator)
  member = await suite.member('ada')
  stranger = await suite.member('bob')
})
afterAll(() => suite?.close())

const sent = async (page: string, action: string, fields: Record<string, string>) => {
  const answer = await owner.fill(page, action, fields)
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 303, text: '' })
}
const sectionPage = (key: string) => `${sections}/${key}`

test('a group is made, filled, renamed and emptied on its pages', async () => {
  await sent(groups, groups, { key: 'table', group_name: 'The table' })
  const path = `${groups}/table`
  await sent(path, `${path}/members`, { name: 'ada', act: 'add' })
  const { text } = await owner.get(path)
  expect(text).toContain(`href="/members/${member.id}"`)
  await sent(path, path, { group_name: 'Round table' })
  expect((await owner.get(groups)).text).toMatch(/Round table[\s\S]*1 member/)
  await sent(path, `${path}/members`, { member: member.id, act: 'remove' })
  expect((await owner.get(path)).text).not.toContain(`href="/members/${member.id}"`)
  expect((await owner.get(path)).text).toContain('Nobody is in this group yet.')
  await sent(path, `${path}/members`, { name: 'ada', act: 'add' })
})

test('what a group’s form gets wrong is said beside the field', async () => {
  for (const [fields, status] of [
    [{ key: 'No Key', group_name: 'x' }, 422],
    [{ key: 'table', group_name: 'Another' }, 409],
    [{ key: 'blank', group_name: '   ' }, 422],
  ] as const) {
    const { status: answered, text } = await owner.fill(groups, groups, fields)
    expect({ fields, answered, isShown: /class="problem"/.test(text) }).toEqual({
      fields,
      answered: status,
      isShown: true,
    })
  }
  const path = `${groups}/table`
  const { 'form-token': token = '' } = fieldsOf((await owner.get(path)).text, path)
  const nobody = { 'form-token': token, name: 'nobody_here', act: 'add' }
  expect((await owner.post(`${path}/members`, nobody)).status).toBe(422)
  expect((await owner.get(`${groups}/none`)).status).toBe(404)
})

test('a section for a group is made by page, and the page changes whom it is for', async () => {
  const add = `${sections}/new`
  const made = { key: 'closed', section_name: SECRET, readers: 'Groups' }
  const none = await owner.fill(add, add, made)
  expect([none.status, none.text.includes('id="readers-problem"')]).toEqual([422, true])
  await sent(add, add, { ...made, readers_groups: 'table' })
  const path = sectionPage('closed')
  const shown = fieldsOf((await owner.get(path)).text, path)
  expect(shown).toMatchObject({ readers: 'Groups', readers_groups: 'table', writers: 'Members' })
  await sent(path, path, { section_name: `The ${SECRET}` })
  expect(fieldsOf((await owner.get(path)).text, path)).toMatchObject({
    readers: 'Groups',
    readers_groups: 'table',
  })
  const inUse = await owner.fill(`${groups}/table`, `${groups}/table/delete`)
  expect([inUse.status, inUse.text.includes('A section is for this group')]).toEqual([409, true])
  const wider = { key: 'below', section_name: 'Below', parent: 'closed', readers: 'Everyone' }
  const refused = await owner.fill(add, add, wider)
  expect([refused.status, refused.text.includes('id="readers-problem"')]).toEqual([422, true])
})

test('a form without these fields, and groups that nothing asks for, open nothing', async () => {
  const path = sectionPage('closed')
  const { 'form-token': token = '', section_name = '' } = fieldsOf((await owner.get(path)).text, path)
  const old = { 'form-token': token, section_name, parent: '', locale: '', order: '' }
  expect((await owner.post(path, old)).status).toBe(303)
  expect(fieldsOf((await owner.get(path)).text, path)).toMatchObject({
    readers: 'Groups',
    readers_groups: 'table',
  })
  const add = `${sections}/new`
  const unclear = await owner.fill(add, add, {
    key: 'unclear',
    section_name: 'Unclear',
    readers_groups: 'table',
  })
  expect([unclear.status, unclear.text.includes('id="readers-problem"')]).toEqual([422, true])
  const again = { key: 'twice', section_name: 'Twice', readers: 'Moderators' }
  await sent(add, add, again)
  await sent(add, add, again)
  expect((await owner.fill(add, add, { ...again, readers: 'Members' })).status).toBe(409)
})

test('many groups are named in one field', async () => {
  for (let number = 0; number < 70; number++) {
    const body = { display_name: `Group ${number}` }
    await suite.call('PUT', `/forum/groups/many_${number}`, { as: administrator, body })
  }
  const path = sectionPage('closed')
  const shown = fieldsOf((await owner.get(path)).text, path)
  expect(shown.readers_groups).toBe('table')
  const all = Array.from({ length: 70 }, (_, number) => `many_${number}`).join(' ')
  await sent(path, path, { readers_groups: `table ${all}` })
  await sent(path, path, { section_name: `The ${SECRET}` })
  expect(fieldsOf((await owner.get(path)).text, path).readers_groups?.split(' ')).toHaveLength(71)
})

test('a form that was opened before somebody closed a section does not open it again', async () => {
  const [add, path] = [`${sections}/new`, sectionPage('narrowed')]
  await sent(add, add, { key: 'narrowed', section_name: 'Narrowed' })
  const early = fieldsOf((await owner.get(path)).text, path)
  await sent(path, path, { readers: 'Moderators' })
  expect((await owner.post(path, { ...early, section_name: 'Renamed' })).status).toBe(303)
  expect((await browserOf(suite).get('/sections/narrowed')).status).toBe(404)
})

test('the list of staff names no section that not everybody may read', async () => {
  const { id } = (await suite.call('GET', '/forum/sections/closed', { as: member })).body
  const body = { type: 'User', id: stranger.id }
  const made = await suite.call('POST', '/forum/sections/closed/role_grants', { as: administrator, body })
  expect(made.status).toBe(200)
  const { text, body: staff } = await suite.call('GET', '/users/staff')
  expect([text.includes(id), text.includes(stranger.id), staff.items.length > 0]).toEqual([
    false,
    false,
    true,
  ])
  await suite.call('DELETE', '/forum/sections/closed/role_grants', { as: administrator, body })
})

test('a closed section is on no page, feed or map of who may not read it', async () => {
  const thread = await openThread(suite, member, {
    section: 'closed',
    title: `A ${SECRET}`,
    body: `My ${SECRET}.`,
  })
  const places = [
    '/',
    '/sections/closed',
    '/sections/closed.atom',
    `/threads/${thread.id}`,
    `/threads/${thread.id}/a-${SECRET}`,
    `/threads/${thread.id}.atom`,
    `/posts/${thread.post}`,
    `/posts/${thread.post}/revisions`,
    `/members/${member.id}`,
    `/search?q=${SECRET}`,
    '/sitemap.xml',
    '/sitemap-sections.xml',
    '/moderation/queue.xml',
  ]
  const members = [browserOf(suite), browserOf(suite, stranger)]
  for (const place of places)
    for (const [index, browser] of members.entries()) {
      const { status, text, location } = await browser.get(place)
      const told = text.replaceAll(place, '').replaceAll(encodeURIComponent(place), '')
      const isTold =
        told.includes(`${SECRET}.`) ||
        told.includes(`A ${SECRET}`) ||
        (!place.includes('search') && told.includes(SECRET) && !place.includes(SECRET))
      expect({
        place,
        index,
        isTold,
        leads: location?.includes(thread.id) ?? false,
        ok: status < 500,
      }).toEqual({ place, index, isTold: false, leads: false, ok: true })
    }
  const reader = browserOf(suite, member)
  for (const place of ['/', '/sections/closed', `/threads/${thread.id}`, `/members/${member.id}`])
    expect({ place, is: (await reader.get(place)).text.includes(SECRET) }).toEqual({ place, is: true })
})
