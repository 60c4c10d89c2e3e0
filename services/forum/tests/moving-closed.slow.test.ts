import { openNodebb } from '@agora/moving/nodebb/source'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { header } from './helpers/complete-lines.ts'
import { ok } from './helpers/forum.ts'
import { importLines, movingFolder } from './helpers/moving.ts'
import { day } from './helpers/small-forum.ts'

/** What not everybody could read where it comes from, nobody else can read here. */

let suite: Suite
let administrator: Member
const folder = movingFolder()
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const user = (id: string) => ({
  type: 'user',
  id,
  username: `member_${id}`,
  password_hash: '$2b$04$abcdefghijklmnopqrstuuA9GgbWnXh2AtV0Jbs5cAMv2r/ArJEEa',
})
const section = (id: string, over: object = {}) => ({
  type: 'section',
  id,
  display_name: `Room ${id}`,
  ...over,
})
const lines = [
  header,
  { type: 'group', id: 'g1', key: 'table', display_name: 'The table' },
  { type: 'group', id: 'g2', display_name: 'Other' },
  section('open'),
  section('members', { readers: 'Members' }),
  section('closed', { readers: { groups: ['g1'] }, writers: { groups: ['g1'] } }),
  section('unknown', { readers: { groups: ['nowhere'] } }),
  section('faulty', { readers: 7 }),
  section('above', { readers: { groups: ['g1', 'g2'] } }),
  section('below', { parent: 'above', readers: { groups: ['g2'] } }),
  section('wider', { parent: 'above', readers: 'Everyone' }),
  section('silent', { parent: 'above' }),
  user('1'),
  user('2'),
  { type: 'thread', id: 't', section: 'closed', title: 'Secret', author: '1', created_at: day(1) },
  { type: 'post', id: 'p', thread: 't', author: '1', created_at: day(1), body: 'Between us.' },
  { type: 'group_member', group: 'g1', user: '1', since: day(2) },
  { type: 'group_member', group: 'nowhere', user: '1' },
]

const name = ['--name', 'some']
const call = async (method: string, path: string, body?: object) =>
  ok(await suite.call(method, `/forum${path}`, { as: administrator, ...(body ? { body } : {}) }))
const idOf = async (oldId: string): Promise<string> =>
  (await call('GET', `/imported/some/section/${oldId}`)).section.id
const accessTo = async (oldId: string) => call('GET', `/sections/${await idOf(oldId)}/access`)
const readsAs = async (as: Member | undefined, oldId: string) =>
  (await suite.call('GET', `/forum/sections/${await idOf(oldId)}`, as ? { as } : {})).status === 200

it('sections keep their readers and writers, and groups their members', async () => {
  const moved = await importLines(suite, folder, 'closed.ndjson', lines, name)
  expect(moved.stdout).toContain('taken 2 groups, 9 sections')
  const table = { groups: ['table'] }
  expect(await accessTo('open')).toEqual({ readers: 'Everyone', writers: 'Everyone' })
  expect(await accessTo('members')).toEqual({ readers: 'Members', writers: 'Everyone' })
  expect(await accessTo('closed')).toEqual({ readers: table, writers: table })
  expect(await readsAs(undefined, 'closed')).toBe(false)
  expect((await suite.call('GET', '/forum/imported/some/thread/t')).status).toBe(404)
  const { items } = await call('GET', '/groups/table/members')
  expect(
    items.map(
      ({ display_name }: { display_name: { current: { value: string } } }) => display_name.current.value,
    ),
  ).toEqual(['member_1'])
})

it('what cannot be kept is closed rather than open, and is told', async () => {
  for (const oldId of ['unknown', 'faulty']) expect((await accessTo(oldId)).readers).toBe('Moderators')
  const above = { groups: ['other', 'table'] }
  expect((await accessTo('below')).readers).toEqual({ groups: ['other'] })
  for (const oldId of ['wider', 'silent']) expect((await accessTo(oldId)).readers).toEqual(above)
  const again = await importLines(suite, folder, 'closed.ndjson', lines, name)
  expect(again.stderr).toContain('its group nowhere is unknown')
  expect((await accessTo('closed')).readers).toEqual({ groups: ['table'] })
})

it('each audience is narrowed by itself, and what has lost its parent is for moderators', async () => {
  const lost = [
    header,
    { type: 'group', id: 'a', display_name: 'A' },
    { type: 'group', id: 'b', display_name: 'B' },
    section('quiet', { writers: 'Moderators' }),
    section('few', { parent: 'quiet', readers: { groups: ['b'] }, writers: { groups: ['b'] } }),
    section('of_a', { readers: { groups: ['a'] } }),
    section('of_b', { parent: 'of_a', readers: { groups: ['b'] } }),
    section('of_both', { parent: 'of_a', readers: { groups: ['a', 'b'] } }),
    section('orphan', { parent: 'nowhere' }),
    section('unreadable', { parent: ['of_a'] }),
    section('told', { parent: 'nowhere', readers: 'Everyone' }),
  ]
  await importLines(suite, folder, 'lost.ndjson', lost, ['--name', 'some'])
  const readers = async (oldId: string) => (await accessTo(oldId)).readers
  expect(await accessTo('few')).toEqual({ readers: { groups: ['b'] }, writers: 'Moderators' })
  expect(await readers('of_b')).toBe('Moderators')
  expect(await readers('of_both')).toEqual({ groups: ['a'] })
  for (const oldId of ['orphan', 'unreadable']) expect(await readers(oldId)).toBe('Moderators')
  expect(await readers('told')).toBe('Everyone')
})

it('who was taken out of a group stays out in a second run', async () => {
  const { items } = await call('GET', '/groups/table/members')
  await call('DELETE', `/groups/table/members/${items[0].id}`)
  await importLines(suite, folder, 'closed.ndjson', lines, name)
  expect((await call('GET', '/groups/table/members')).count).toBe(0)
})

it('a section that administrators have opened since stays open in a second run', async () => {
  const { key } = await call('GET', `/sections/${await idOf('members')}`)
  await call('PUT', `/sections/${key}`, { display_name: 'Room members', readers: 'Everyone' })
  await importLines(suite, folder, 'closed.ndjson', lines, name)
  expect((await accessTo('members')).readers).toBe('Everyone')
})

it('nothing is let in or opened by a name that was taken here', async () => {
  await call('PUT', '/groups/staff', { display_name: 'Our staff' })
  const theirs = [
    header,
    { type: 'group', id: 'staff', key: 'staff', display_name: 'Their staff' },
    section('news', { key: 'news', readers: { groups: ['staff'] } }),
    user('9'),
    { type: 'group_member', group: 'staff', user: '9' },
  ]
  const moved = await importLines(suite, folder, 'theirs.ndjson', theirs, ['--name', 'theirs'])
  expect(moved.stderr).toContain('staff is another group')
  expect((await call('GET', '/groups/staff/members')).count).toBe(0)
  const { section: made } = await call('GET', '/imported/theirs/section/news')
  expect(made.key).not.toBe('news')
  expect((await call('GET', '/sections/news/access')).readers).toBe('Everyone')
})

/** A NodeBB with these categories, and these groups that may read each. */
async function nodebbWith(categories: Record<string, { readers: string[]; over?: object }>): Promise<string> {
  const client = new pg.Client({ connectionString: suite.database.adminUrl })
  await client.connect()
  await client.query(`
    CREATE SCHEMA nodebb_closed; SET search_path = nodebb_closed;
    CREATE TABLE legacy_hash (_key text PRIMARY KEY, data jsonb);
    CREATE TABLE legacy_zset (_key text, value text, score numeric, PRIMARY KEY (_key, value));
    CREATE TABLE legacy_list (_key text PRIMARY KEY, array_ text[])`)
  const score = (key: string, value: string) =>
    client.query('INSERT INTO legacy_zset VALUES ($1, $2, 1700000000000)', [key, value])
  for (const [cid, { readers, over }] of Object.entries(categories)) {
    await score('categories:cid', cid)
    await client.query('INSERT INTO legacy_hash VALUES ($1, $2)', [
      `category:${cid}`,
      { cid, name: `C${cid}`, ...over },
    ])
    for (const privilege of ['groups:read', 'groups:topics:read'])
      for (const group of readers) await score(`group:cid:${cid}:privileges:${privilege}:members`, group)
  }
  await score('group:cid:4:privileges:topics:read:members', '12')
  await score('group:Staff room:members', '7')
  await client.end()
  return `${suite.database.adminUrl}?options=${encodeURIComponent('-c search_path=nodebb_closed')}`
}

it('categories of a NodeBB are for who could read them, in groups of their own', async () => {
  const url = await nodebbWith({
    1: { readers: ['guests', 'registered-users'] },
    2: { readers: ['registered-users'] },
    3: { readers: ['Staff room', 'spiders'] },
    4: { readers: [] },
    5: { readers: ['guests'], over: { disabled: 1 } },
  })
  const opened = (await openNodebb(url, { name: 'nodebb', address: undefined }))!
  let text = ''
  for await (const piece of opened.source.read(undefined as never, new AbortController().signal))
    text += piece
  await opened.close()
  const read = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ofType = (type: string) => read.filter((line) => line.type === type)
  const [group] = ofType('group')
  expect(group).toMatchObject({ display_name: 'Staff room' })
  expect(ofType('section').map(({ id, readers }) => [id, readers])).toEqual([
    ['1', 'Everyone'],
    ['2', 'Members'],
    ['3', { groups: [group.id] }],
    ['4', 'Moderators'],
    ['5', 'Moderators'],
  ])
  expect(ofType('group_member')).toMatchObject([{ group: group.id, user: '7' }])
  expect(opened.left).toEqual([expect.stringContaining('category 4 (C4) is closed')])
})
