import type { ServiceProcess } from '@agora/suite/service-process'
import type { Member } from '@agora/testing/suite'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Hold, type Place } from './digest-holds.ts'
import { addressOf, DigestWorld, ok } from './digest-world.ts'
import { eventually } from './support.ts'

let world: DigestWorld
let gateway: ServiceProcess
let worker: ServiceProcess
let member: Member
beforeAll(async () => {
  world = await DigestWorld.start({ replicas: 1 })
  gateway = world.suite.processes.gateway[0] as ServiceProcess
  worker = world.suite.processes['mail-jobs'][0] as ServiceProcess
  member = await world.reader('leaving')
})
afterAll(() => world?.close())

const asked: Place = { service: 'gateway', statement: 'INSERT ON export_request', inCommit: true }
const published: Place = { service: 'gateway', statement: 'DELETE ON outbox_event' }
const heard: Place = { service: 'mail-jobs', statement: 'INSERT ON member_export', inCommit: true }
const begun: Place = {
  service: 'mail-jobs',
  statement: 'UPDATE ON task',
  when: 'NEW.lease_id IS NOT NULL AND NEW.lease_id IS DISTINCT FROM OLD.lease_id',
}
const written: Place = {
  service: 'mail-jobs',
  statement: 'INSERT ON member_export_piece',
  inCommit: true,
}
const ready: Place = {
  service: 'mail-jobs',
  statement: 'UPDATE ON member_export',
  when: 'NEW.expires_at IS NOT NULL',
  inCommit: true,
}

const ask = () =>
  world.call('POST', `/users/${member.id}/export`, member, { current_password: member.password })

const fetchFile = async (): Promise<Response> => {
  const [request] = await world.rows<{ id: string }>('gateway', 'SELECT export_id AS id FROM export_request')
  return fetch(`${world.suite.url}/api/v1/job/exports/${request!.id}/1`, { headers: member.headers })
}

const linksMailed = () =>
  world.mails.to(addressOf(member)).filter(({ text }) => text?.includes('/job/exports/')).length

it('killed at each step, before it takes effect and before anybody hears that it has, an export is made once, whole, and not fetched before', async () => {
  await worker.kill()
  const killAsking = async (statement: 'undone' | 'done') => {
    const hold = await Hold.at(world, asked)
    const lost = ask().catch(() => undefined)
    await hold.reached()
    await gateway.kill()
    await hold.release(statement)
    expect(await lost).toBeUndefined()
  }
  await killAsking('undone')
  await gateway.start()
  await killAsking('done')
  const sending = await Hold.at(world, published)
  await gateway.start()
  await sending.reached()
  await gateway.kill()
  await sending.release('undone')
  await gateway.start()

  for (const [place, statement] of [
    [heard, 'undone'],
    [heard, 'done'],
    [begun, 'undone'],
    [written, 'undone'],
    [written, 'done'],
    [ready, 'undone'],
    [ready, 'done'],
  ] as const) {
    const hold = await Hold.at(world, place)
    await worker.start()
    await hold.reached()
    expect([place.statement, (await fetchFile()).status]).toEqual([place.statement, 404])
    await worker.kill()
    await hold.release(statement)
    expect(linksMailed()).toBe(0)
  }

  await worker.start()
  const known = ok(await ask())
  await eventually(() => expect(linksMailed()).toBe(1))
  const file = await fetchFile()
  expect(file.status).toBe(200)
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(String(bytes.length)).toBe(file.headers.get('content-length'))
  expect(Object.keys(unzipSync(bytes))).toEqual(
    expect.arrayContaining(['gateway/account.ndjson', 'forum/notification_settings.ndjson']),
  )

  const made = 'SELECT id, outcome FROM outbound_email WHERE created_by = $1'
  expect(await world.rows('mail-jobs', made, [member.id])).toMatchObject([{ outcome: 'Sent' }])
  const jobs = 'SELECT id FROM job WHERE created_by = $1'
  expect(await world.rows('mail-jobs', jobs, [member.id])).toEqual([{ id: known.id }])
  expect(await world.rows('mail-jobs', 'SELECT DISTINCT attempt FROM member_export_piece')).toHaveLength(1)
}, 120_000)
