import type { ServiceProcess } from '@agora/suite/service-process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Hold, type Place } from './digest-holds.ts'
import { addressOf, DigestWorld } from './digest-world.ts'
import { gate } from './mail-server.ts'
import { eventually } from './support.ts'

let world: DigestWorld
let forum: ServiceProcess
let worker: ServiceProcess
beforeAll(async () => {
  world = await DigestWorld.start({ replicas: 1 })
  forum = world.suite.processes.forum[0] as ServiceProcess
  worker = world.suite.processes['mail-jobs'][0] as ServiceProcess
})
afterAll(() => world?.close())

const asked: Place = {
  service: 'forum',
  statement: 'INSERT ON outbox_event',
  when: `NEW.subject = 'forum.digest.due'`,
  inCommit: true,
}
const taken: Place = { service: 'mail-jobs', statement: 'INSERT ON outbound_email', inCommit: true }
const charged: Place = {
  service: 'mail-jobs',
  statement: 'UPDATE ON outbound_email',
  when: 'NEW.charged AND NOT OLD.charged',
  inCommit: true,
}
const handedOver: Place = {
  service: 'mail-jobs',
  statement: 'UPDATE ON outbound_email',
  when: 'NEW.unanswered > OLD.unanswered',
}
const claimed: Place = {
  service: 'forum',
  statement: 'UPDATE ON notification_setting',
  when: 'OLD.digest_due_at IS NOT NULL AND NEW.digest_due_at IS NULL',
}
const published: Place = { service: 'forum', statement: 'DELETE ON outbox_event' }
const begun: Place = {
  service: 'mail-jobs',
  statement: 'UPDATE ON task',
  when: 'NEW.lease_id IS NOT NULL AND NEW.lease_id IS DISTINCT FROM OLD.lease_id',
}
const composed: Place = { service: 'forum', statement: 'UPDATE ON digest' }

/**
 * Everything written before the end of a message is sent, in order, and the result of killing everybody at that point.
 * What took effect is usually what the next process finds.
 */
const asking = [
  [claimed, 'undone'],
  [asked, 'undone'],
  [asked, 'done'],
  [published, 'undone'],
] as const
const sending = [
  [taken, 'undone'],
  [taken, 'done'],
  [begun, 'undone'],
  [composed, 'undone'],
  [charged, 'undone'],
  [handedOver, 'undone'],
] as const

it('killed at each step, before its effect or before anybody learns of it, a digest is sent once', async () => {
  const member = await world.reader('everywhere')
  await world.reply()
  await world.told()
  const killAt = async (place: Place, statement: 'undone' | 'done', living: readonly ServiceProcess[]) => {
    const hold = await Hold.at(world, place)
    // In this order: a worker without a forum retries later and later.
    for (const one of living) await one.start()
    await hold.reached()
    await Promise.all(living.map((one) => one.kill()))
    await hold.release(statement)
    expect(world.mailsTo(member), place.statement).toEqual([])
  }
  await Promise.all([forum.kill(), worker.kill()])
  await world.endPeriods()
  for (const [place, statement] of asking) await killAt(place, statement, [forum])
  for (const [place, statement] of sending) await killAt(place, statement, [forum, worker])
  for (const one of [forum, worker]) await one.start()
  await world.settled()
  expect(await world.outcomesOf(member)).toEqual(['Sent'])
  expect(world.mailsTo(member)).toHaveLength(1)
  expect(await world.rows('forum', 'SELECT FROM digest WHERE user_id = $1', [member.id])).toHaveLength(1)
}, 180_000)

it('killed anywhere between the end of a message and the record of its answer, none is sent again', async () => {
  const names = ['unsaid', 'ended', 'answered', 'unrecorded', 'uncommitted', 'unheard'] as const
  const readers = await Promise.all(names.map((name) => world.reader(name)))
  const of = (name: (typeof names)[number]) => readers[names.indexOf(name)]!
  const hold = (name: (typeof names)[number], place: Place) =>
    Hold.at(world, { ...place, when: `${place.when} AND NEW.created_by = '${of(name).id}'` })
  const recorded: Place = { ...handedOver, when: 'NEW.unanswered < OLD.unanswered' }
  const sent: Place = { ...handedOver, when: `NEW.outcome = 'Sent'`, inCommit: true }
  const held = {
    unsaid: await hold('unsaid', handedOver),
    unrecorded: await hold('unrecorded', recorded),
    uncommitted: await hold('uncommitted', sent),
    unheard: await hold('unheard', sent),
  }
  const arrived = new Set<string>()
  const kill = gate()
  world.mails.behave(addressOf(of('ended')), {
    end: () => {
      arrived.add('ended')
      return kill.opened
    },
  })
  const others = gate()
  world.mails.behave(addressOf(of('answered')), {
    end: async () => {
      arrived.add('answered')
      await others.opened
      process.kill(worker.pid as number, 'SIGSTOP')
    },
  })
  await world.reply()
  await world.told()
  await world.endPeriods()
  for (const one of Object.values(held)) await one.reached()
  await eventually(() => expect(arrived.size).toBe(2))
  others.open()
  await eventually(() => expect(world.mailsTo(of('answered'))).toHaveLength(1))
  await worker.kill()
  kill.open()
  await Promise.all([
    held.unsaid.release('done'),
    held.unrecorded.release('undone'),
    held.uncommitted.release('undone'),
    held.unheard.release('done'),
  ])
  await worker.start()
  await world.settled()
  const found = await Promise.all(
    names.map(async (name) => [name, ...(await world.outcomesOf(of(name))), world.mailsTo(of(name)).length]),
  )
  expect(found).toEqual([
    ['unsaid', 'Uncertain', 0],
    ['ended', 'Uncertain', 1],
    ['answered', 'Uncertain', 1],
    ['unrecorded', 'Uncertain', 1],
    ['uncommitted', 'Uncertain', 1],
    ['unheard', 'Sent', 1],
  ])
}, 120_000)
