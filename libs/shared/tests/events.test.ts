import { expect, test } from 'vitest'
import * as identity from '../src/contracts/events/identity.ts'
import * as earlier from '../src/contracts/events/identity-v1.ts'
import {
  entryOf,
  moderationActions,
  moderationEvent,
  moderationEvents,
  moderationEventsV1,
} from '../src/contracts/events/moderation.ts'
import { newId } from '../src/contracts/ids.ts'
import { shortUser } from '../src/contracts/types.ts'
import { eventReader } from '../src/messaging/reader.ts'

const identityEvents = [...Object.values(identity), ...Object.values(earlier)]
const definitions = [
  ...identityEvents,
  ...Object.values(moderationEvents),
  ...Object.values(moderationEventsV1),
]
const someone = newId()
const now = '2026-01-02T03:04:05.678Z'

const entry = { id: newId(), ctime: now, actor: someone, post: null }
const lock = { ...entry, action: 'LockThread', target_user: null, data: { is_locked: true } } as const
const grant = {
  ...entry,
  action: 'GrantRole',
  thread: null,
  target_user: someone,
  data: { role: 'Moderator' },
} as const

test('every event has a type of its own, with a version', () => {
  const types = definitions.map(({ type }) => type)
  expect(new Set(types).size).toBe(types.length)
  for (const type of types) expect(type).toMatch(/^agora\.(identity|moderation)\.[A-Za-z_.]+\.v\d+$/)
  expect(Object.keys(moderationEvents)).toEqual(moderationActions)
})

test('a moderation event is published under its section, and in the order of that section’s acts', () => {
  const [section, thread] = [newId(), newId()]
  const event = moderationEvent({ ...lock, section, thread })
  expect(event).toMatchObject({
    subject: `moderation.${section}.LockThread`,
    type: 'agora.moderation.LockThread.v2',
    key: section,
  })
})

test('an act on the whole site is published as such, and in the order of the site’s acts', () => {
  const event = moderationEvent({ ...grant, section: null })
  expect(event).toMatchObject({ subject: 'moderation.site.GrantRole', key: 'site' })
})

test('an event of an earlier release has the same entry', () => {
  const [section, thread] = [newId(), newId()]
  const named = shortUser({ id: someone, displayName: 'Someone' })
  const entries = [
    { ...lock, section, thread },
    { ...grant, section },
  ]
  for (const now of entries) {
    const before = {
      ...now,
      actor: named,
      target_user: now.target_user === null ? null : named,
      comment: 'Why.',
    }
    expect(entryOf(before)).toEqual(now)
    expect(entryOf(now)).toEqual(now)
  }
})

test('no event schema has room for a name', () => {
  const written = [...Object.values(identity), ...Object.values(moderationEvents)]
  for (const { type, data } of written)
    expect([type, JSON.stringify(data)]).toEqual([type, expect.not.stringMatching(/name"|email|comment/)])
})

test('a payload with fields of a later version is read, one without a required field is not', () => {
  const read = eventReader([earlier.userCreatedV1])
  const message = (data: object) =>
    Buffer.from(
      JSON.stringify({
        specversion: '1.0',
        id: newId(),
        source: 'urn:agora:test',
        type: earlier.userCreatedV1.type,
        subject: 'x',
        time: now,
        datacontenttype: 'application/json',
        sequence: '0000000000000001',
        data,
      }),
    )
  const user = { id: newId(), display_name: 'Someone', more: true }
  expect(read(message({ user, created_at: now, more: [] }))).toMatchObject({ outcome: 'event' })
  expect(read(message({ user }))).toMatchObject({ outcome: 'unreadable' })
  expect(read(message({ user: { ...user, id: 'none' }, created_at: now }))).toMatchObject({
    outcome: 'unreadable',
  })
})
