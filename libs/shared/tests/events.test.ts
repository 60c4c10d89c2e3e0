import { expect, test } from 'vitest'
import * as identity from '../src/contracts/events/identity.ts'
import { moderationActions, moderationEvent, moderationEvents } from '../src/contracts/events/moderation.ts'
import { newId } from '../src/contracts/ids.ts'
import { shortUser } from '../src/contracts/types.ts'
import { eventReader } from '../src/messaging/reader.ts'

const identityEvents = Object.values(identity).filter((value) => 'of' in value)
const definitions = [...identityEvents, ...Object.values(moderationEvents)]
const someone = shortUser({ id: newId(), displayName: 'Someone' })
const now = '2026-01-02T03:04:05.678Z'

const entry = { id: newId(), ctime: now, actor: someone, post: null, comment: null }
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
    type: 'agora.moderation.LockThread.v1',
    key: section,
  })
})

test('an act on the whole site is published as such, and in the order of the site’s acts', () => {
  const event = moderationEvent({ ...grant, section: null })
  expect(event).toMatchObject({ subject: 'moderation.site.GrantRole', key: 'site' })
})

test('events of a game account keep one order, whoever it is linked to', () => {
  const account = { game: 'game_a', server: 'alpha', game_user_id: '42' } as const
  const link = { time: now, user: someone }
  const keys = [
    identity.gameLinkSet.of({ ...account, user: someone, link, unlink: null }).key,
    identity.gameLinkUnset.of({ ...account, user: someone, link, unlink: link }).key,
    identity.gameLinkSet.of({ ...account, user: { ...someone, id: newId() }, link, unlink: null }).key,
  ]
  expect(new Set(keys).size).toBe(1)
  expect(
    identity.gameLinkSet.of({ ...account, server: 'beta', user: someone, link, unlink: null }).key,
  ).not.toBe(keys[0])
})

test('a payload with fields of a later version is read, one without a required field is not', () => {
  const read = eventReader([identity.userCreated])
  const message = (data: object) =>
    Buffer.from(
      JSON.stringify({
        specversion: '1.0',
        id: newId(),
        source: 'urn:agora:test',
        type: identity.userCreated.type,
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
