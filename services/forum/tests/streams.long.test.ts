import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Listening } from './helpers/events.ts'
import { ok } from './helpers/forum.ts'

let suite: Suite
let reader: Member
let writer: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'], replicas: { gateway: 2, forum: 2 } })
  reader = await suite.member('reader')
  writer = await suite.member('writer')
})
afterAll(() => suite?.close())

const EVENTS = 1_000
const RECONNECTIONS = 20

it('1,000 events arrive once each and in order, through twenty reconnections and two kills', async () => {
  const opened = { title: 'A thread', body: 'First.' }
  const { id } = ok(await suite.call('POST', '/forum/sections/off_topic', { as: writer, body: opened }))
  const written: string[] = []
  const told: { id: string; post: string }[] = []
  const connect = async (turn: number) => {
    for (;;) {
      const url = `${suite.urls.gateway[turn % 2]}/api/v1/notifications/stream`
      const one = await Listening.open(url, reader, told.at(-1)?.id).catch(() => undefined)
      if (one?.status === 200) return one
      turn += 1
    }
  }
  const take = (one: Listening) => {
    one.close()
    told.push(...one.events.map(({ id: event, data }) => ({ id: event, post: data.post.id })))
  }
  let one = await connect(0)
  const write = async () => {
    const body = { body: `@{${reader.id}}` }
    const answer = await suite.call('POST', `/forum/threads/${id}`, { as: writer, body })
    // Calls go to the first gateway, which is not the one that is killed.
    if (answer.status === 200) written.push(answer.body.id)
  }
  for (let turn = 0; turn < RECONNECTIONS; turn += 1) {
    for (let count = 0; count < EVENTS / RECONNECTIONS; count += 1) await write()
    if (turn === 0) await expect.poll(() => one.events.length, { timeout: 10_000 }).toBeGreaterThan(0)
    if (turn === 5) await suite.processes.forum[1]?.kill()
    if (turn === 8) await suite.processes.forum[1]?.spawn()
    if (turn === 12) await suite.processes.gateway[1]?.kill()
    if (turn === 15) await suite.processes.gateway[1]?.spawn()
    take(one)
    one = await connect(turn)
  }
  await expect
    .poll(() => told.length + one.events.length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(written.length)
  take(one)
  expect(written.length).toBeGreaterThan(EVENTS - RECONNECTIONS)
  const posts = told.map(({ post }) => post)
  expect(new Set(told.map(({ id: event }) => event)).size).toBe(told.length)
  expect(posts.filter((post) => written.includes(post))).toEqual(written)
}, 300_000)
