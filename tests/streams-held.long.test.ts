import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '@agora/testing/client'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

const STREAMS = 5_000
const OF_A_MEMBER = 10
const AT_ONCE = 50
/** Longer than any timeout of a request or a connection in the suite, in milliseconds. */
const HELD_MS = 80_000
/** The gateway's resident memory, in bytes: a fifth above the measured amount. */
const MAX_OF_A_STREAM = 40_000

let suite: Suite
let writer: Member
let thread: string
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
  writer = await suite.member('writer')
  const body = { title: 'A thread', body: 'First.' }
  thread = (await suite.call('POST', '/forum/sections/off_topic', { as: writer, body })).body.id
})
afterAll(() => suite?.close())

/** A stream as raw bytes on a connection, which makes many of them cheap for the test. */
class Held {
  text = ''
  isOver = false
  readonly socket: Socket

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1').on('data', (data) => {
      this.text += data
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.isOver = true
    })
  }

  static async open({ headers }: Caller, lastEventId?: string): Promise<Held> {
    const { hostname, port } = new URL(suite.url)
    const socket = connect(Number(port), hostname)
    const held = new Held(socket)
    const lines = Object.entries({ ...headers, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) })
    socket.write(
      `GET /api/v1/notifications/stream HTTP/1.1\r\nhost: agora\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    )
    while (!held.text.includes('\r\n\r\n')) await once(socket, 'data')
    return held
  }

  get status(): number {
    return Number(this.text.slice(9, 12))
  }

  /** Without HTTP's chunk framing. */
  get body(): string {
    return this.text.replaceAll(/\r\n[0-9a-f]+\r\n/g, '')
  }

  /** The rest have no id: the first one has it. */
  get comments(): number {
    return this.text.split('\r\n:\n\n').length - 1
  }
}

const resident = () => {
  const status = readFileSync(`/proc/${suite.processes.gateway[0]?.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}
/** The level at which a process settles: the lowest of several readings. */
const settled = async () => {
  const looks: number[] = []
  for (let look = 0; look < 10; look += 1) {
    looks.push(resident())
    await sleep(1_000)
  }
  return Math.min(...looks)
}
const inTurns = async <One, Made>(all: readonly One[], make: (one: One) => Promise<Made>) => {
  const made: Made[] = []
  for (let from = 0; from < all.length; from += AT_ONCE)
    made.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(make))))
  return made
}
const inForum = async (text: string, values: unknown[]) => {
  const client = new pg.Client({
    connectionString: suite.database.urls.forum,
    options: '-c search_path=forum',
  })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
const mention = async ({ id }: Member) => {
  const body = { body: `@{${id}}` }
  const answer = await suite.call('POST', `/forum/threads/${thread}`, { as: writer, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id as string
}

test('one gateway holds 5,000 streams beyond every timeout, and serves others meanwhile', async ({
  annotate,
}) => {
  const names = Array.from({ length: STREAMS / OF_A_MEMBER }, (_, index) => `reader_${index}`)
  const members = await inTurns(names, (name) => suite.member(name))
  const before = await settled()
  const callers = Array.from({ length: STREAMS }, (_, index) => members[index % members.length] as Member)
  const streams = await inTurns(callers, (caller) => Held.open(caller))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  const until = Date.now() + HELD_MS
  const perStream = ((await settled()) - before) / STREAMS
  await annotate(`${Math.round(perStream)} bytes of the gateway for a stream`)
  expect(perStream).toBeLessThan(MAX_OF_A_STREAM)

  while (Date.now() < until) {
    const [member] = members
    for (const path of ['/forum/sections/off_topic', `/forum/threads/${thread}`, '/notifications/count'])
      expect((await suite.call('GET', path, { as: member as Member })).status).toBe(200)
    await sleep(200)
  }
  expect(streams.filter(({ isOver }) => isOver)).toHaveLength(0)
  expect(Math.min(...streams.map(({ comments }) => comments))).toBeGreaterThanOrEqual(
    Math.floor(HELD_MS / 15_000),
  )
  const last = members.at(-1) as Member
  const post = await mention(last)
  const own = streams.filter((_, index) => callers[index] === last)
  await expect
    .poll(() => own.filter(({ body }) => body.includes(post)).length, { timeout: 10_000 })
    .toBe(OF_A_MEMBER)
  for (const { socket } of streams) socket.destroy()
}, 400_000)

test('streams that are not read are ended, and nobody waits for them', async () => {
  const member = await suite.member('slow')
  const post = await mention(member)
  await expect
    .poll(async () => (await suite.call('GET', '/notifications/count', { as: member })).body.unread)
    .toBe(1)
  // More than the buffers between two processes hold.
  await inForum(
    `INSERT INTO notification (id, user_id, kind, time, cause, actor_id, section_id, thread_id, first_position, last_position)
     SELECT gen_random_uuid(), user_id, kind, time, gen_random_uuid(), actor_id, section_id, thread_id, first_position, last_position
     FROM notification, generate_series(1, 30000) WHERE user_id = $1`,
    [member.id],
  )
  const all = `${Date.now()}-0-notifications`
  const slow = await Held.open(member, all)
  slow.socket.pause()
  const quick = await Held.open(member, all)
  await expect.poll(() => quick.body.split(post).length - 1, { timeout: 60_000, interval: 500 }).toBe(30_001)
  expect(quick.isOver).toBe(false)
  const open = () => inForum('SELECT count(*)::int AS open FROM stream_seat WHERE user_id = $1', [member.id])
  await expect.poll(open, { timeout: 60_000, interval: 500 }).toEqual([{ open: 1 }])
  quick.socket.destroy()
  slow.socket.destroy()
}, 180_000)
