import { Envelope } from '@agora/shared/contracts/events/event'
import {
  type ModerationAction,
  moderationActions,
  moderationEvents,
} from '@agora/shared/contracts/events/moderation'
import { createAjv } from '@agora/shared/http/validation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyActIn } from './helpers/every-act.ts'
import { administrator, Forum, ok } from './helpers/forum.ts'
import { type Published, Stream } from './helpers/stream.ts'

let forum: Forum
let stream: Stream
beforeAll(async () => {
  forum = await Forum.start(2)
  await forum.meet(administrator)
  stream = new Stream(forum)
})
afterAll(async () => {
  await stream.close()
  await forum.close()
})

const ajv = createAjv()

interface LogEntry {
  type: string
  comment: string | null
  actor: { id: string }
  target_user: { id: string } | null
}

/** The whole log of a section, in the order of the acts. */
async function logOf(section: { id: string }) {
  const { items } = ok(await forum.get(`/moderation_log?section=${section.id}&limit=100`, administrator))
  return items.toReversed()
}

const ofSection = (events: Published[], { id }: { id: string }) =>
  events.filter(({ event }) => (event.data as unknown as { section: string | null }).section === id)

it('each log entry is one CloudEvent with the same content, to the last key, with only the ids of members', async () => {
  const { section } = await everyActIn(forum, administrator)
  const log = await logOf(section)
  const events = ofSection(await stream.events(), section)
  expect(events.map(({ event }) => event.data)).toEqual(
    log.map(({ type: _, comment: __, actor, target_user, ...entry }: LogEntry) => ({
      ...entry,
      actor: actor.id,
      target_user: target_user?.id ?? null,
    })),
  )
  for (const { subject, event } of events) {
    const action = event.data.action as ModerationAction
    expect(subject).toBe(`moderation.${section.id}.${action}`)
    expect(event).toMatchObject({
      specversion: '1.0',
      type: `agora.moderation.${action}.v2`,
      source: 'urn:agora:forum',
      subject: section.id,
      datacontenttype: 'application/json',
    })
    expect(ajv.validate(Envelope, event), JSON.stringify(ajv.errors)).toBe(true)
    expect(ajv.validate(moderationEvents[action].data, event.data), JSON.stringify(ajv.errors)).toBe(true)
  }
  expect(new Set(events.map(({ event }) => event.data.action))).toEqual(new Set(moderationActions))
  expect(JSON.stringify(events)).not.toContain('Third time.')
})

it('acts work while NATS is down; their events come later, once each, in order within a section', async () => {
  const before = await everyActIn(forum, administrator)
  await stream.events()
  await forum.suite.nats!.kill()
  const during = await Promise.all([everyActIn(forum, administrator), everyActIn(forum, administrator)])
  const [row] = await forum.rows<{ count: number }>('SELECT count(*)::int AS count FROM outbox_event')
  expect(row!.count).toBeGreaterThanOrEqual(during.flatMap(({ entries }) => entries).length)
  await forum.suite.nats!.restart()
  const events = await stream.events()
  // The events that a consumer which records ids processes.
  const effective = [...new Map(events.map((event) => [event.event.id, event])).values()]
  for (const { section } of [before, ...during]) {
    const ids = (await logOf(section)).map(({ id }: { id: string }) => id)
    expect(ofSection(effective, section).map(({ event }) => event.data.id)).toEqual(ids)
  }
  const [entries] = await forum.rows<{ count: number }>('SELECT count(*)::int AS count FROM moderation_entry')
  expect(effective).toHaveLength(entries!.count)
})
