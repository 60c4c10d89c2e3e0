import type { ServiceProcess } from '@agora/suite/service-process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DigestWorld } from './digest-world.ts'

let world: DigestWorld
beforeAll(async () => {
  world = await DigestWorld.start()
})
afterAll(() => world?.close())

it('each of many members gets at most one, and none only if a worker died at the end of a message', async () => {
  const crowd = 300
  await world.rows(
    'gateway',
    `WITH made AS (
       INSERT INTO account (id, username, display_name)
       SELECT gen_random_uuid(), 'crowd' || n, 'Crowd ' || n FROM generate_series(1, $1::int) AS n RETURNING id, username
     )
     INSERT INTO user_link (id, account_id, type, external_id, display_name, rank)
     SELECT gen_random_uuid(), id, 'Email', username || '@example.com', username || '@example.com', 0 FROM made`,
    [crowd],
  )
  const accounts = await world.rows<{ id: string; username: string }>(
    'gateway',
    `SELECT id, username FROM account WHERE username LIKE 'crowd%'`,
  )
  const ids = accounts.map(({ id }) => id)
  await world.rows(
    'forum',
    `INSERT INTO notification_setting (user_id, email, digest_from) SELECT id, 'Daily', now() FROM unnest($1::uuid[]) AS id`,
    [ids],
  )
  await world.rows(
    'forum',
    `INSERT INTO subscription (target_id, user_id, level, time)
     SELECT $2, id, 'Watching', now() - interval '1 minute' FROM unnest($1::uuid[]) AS id`,
    [ids, world.thread],
  )
  await world.reply()
  await world.told()
  await world.endPeriods()
  const victims = [...world.suite.processes.forum, ...world.suite.processes['mail-jobs']] as ServiceProcess[]
  for (let round = 0; round < 8; round += 1) {
    const victim = victims[(round * 3) % victims.length] as ServiceProcess
    const before = world.mails.accepted.length
    await victim.kill()
    await victim.start()
    if (before === world.mails.accepted.length) await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await world.settled()
  const outcomes = await world.rows<{ user: string; outcome: string }>(
    'mail-jobs',
    `SELECT created_by AS "user", outcome FROM outbound_email WHERE kind = 'Digest' AND created_by = ANY($1)`,
    [ids],
  )
  expect(outcomes).toHaveLength(crowd)
  expect(new Set(outcomes.map(({ user }) => user)).size).toBe(crowd)
  for (const { id, username } of accounts) {
    const { outcome } = outcomes.find(({ user }) => user === id)!
    const count = world.mails.to(`${username}@example.com`).length
    if (outcome === 'Uncertain') expect(count, username).toBeLessThanOrEqual(1)
    else expect([outcome, count], username).toEqual(['Sent', 1])
  }
}, 180_000)
