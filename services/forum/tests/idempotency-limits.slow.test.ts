import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, Forum, newUser, ok, refused, type Who } from './helpers/forum.ts'

/** Two processes with limits switched on: one creation an hour. */
let suite: Suite
let forum: Forum
beforeAll(async () => {
  suite = await startSuite({
    services: ['forum'],
    replicas: { forum: 2 },
    limits: true,
    config: { limits: { new_account: { threads_per_hour: 1, replies_per_hour: 1, reports_per_hour: 1 } } },
  })
  forum = new Forum(suite)
})
afterAll(() => forum?.close())

const send = (path: string, who: Who, body: unknown, key: string) =>
  forum.call('POST', path, who, { body, headers: { 'idempotency-key': key } })

it.each(['thread', 'reply', 'report'])(
  'twenty simultaneous sends of the one %s that a limit still allows are all answered with it, and it counts once',
  async (kind) => {
    for (let round = 0; round < 3; round += 1) {
      const section = await forum.section()
      const thread = await forum.thread(section, administrator)
      const who = newUser('Newcomer')
      const [path, body] = {
        thread: [`/sections/${section.id}`, { title: 'Once', body: 'Once' }] as const,
        reply: [`/threads/${thread.id}`, { body: 'Once' }] as const,
        report: [`/threads/${thread.id}/reports`, { reason: 'Spam' }] as const,
      }[kind as 'thread' | 'reply' | 'report']
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(path, who, body, 'once')))
      expect(new Set(answers.map((answer) => ok(answer).id)).size).toBe(1)
      const target = `/posts/${thread.posts.items[0].id}/reports`
      const another =
        kind === 'report' ? send(target, who, body, 'another') : send(path, who, body, 'another')
      refused(await another, 429, 'too many requests')
    }
  },
)
