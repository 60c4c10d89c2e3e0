import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { PrincipalInput } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Forum, guest, newUser, ok } from './helpers/forum.ts'

let forum: Forum
const author = newUser('Author')
beforeAll(async () => {
  forum = await Forum.start()
})
afterAll(() => forum.close())

/** Sends a request and reads nothing of the answer. */
function neverRead(path: string, headers: Record<string, string>): Socket {
  const { hostname, port } = new URL(forum.suite.urls.forum[0] as string)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: forum\r\n${lines.join('')}\r\n`)
  return socket
}

/** Takes an answer as fast as it comes and keeps nothing of it: forty that are kept would stop this process's own loop. */
async function sizeOf(path: string, who: PrincipalInput): Promise<{ status: number; bytes: number }> {
  const { headers } = await forum.suite.principal(who, 'forum')
  const response = await fetch(`${forum.suite.urls.forum[0]}/api/v1/forum${path}`, { headers })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  return { status: response.status, bytes }
}

test('pages of 20 and 46 MB, requested by forty at once, guests and members, and by callers who do not read them, keep the process below 384 MiB', async () => {
  const section = await forum.section()
  const thread = await forum.thread(section, author)
  const reporter = newUser('Who reports all')
  for (let post = 0; post < 100; post++) {
    const { id, revisions } = await forum.reply(thread, author, '<'.repeat(65_536))
    const change = { last_revision_id: revisions.last.id, comment: '漢'.repeat(65_536) }
    ok(await forum.call('PATCH', `/posts/${id}`, author, { body: change }))
    const report = { reason: 'Spam', body: change.comment }
    ok(await forum.post(`/posts/${id}/reports`, reporter, report))
  }
  const path = `/threads/${thread.id}?limit=100`
  const { headers } = await forum.suite.principal({ kind: 'guest' }, 'forum')
  const stalled = Array.from({ length: 12 }, () => neverRead(`/api/v1/forum${path}`, headers))
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const [target, who, least] =
        n % 4 === 3
          ? (['/self/reports?limit=100', reporter, 19_600_000] as const)
          : ([path, n % 2 === 0 ? guest : author, 45_000_000] as const)
      const { status, bytes } = await sizeOf(target, who)
      return status === 200 ? bytes > least : status
    }),
  )
  // A caller without a place is asked to come again.
  expect(new Set(outcomes)).toEqual(new Set([true, 503]))
  const peak = /VmHWM:\s+(\d+) kB/.exec(
    readFileSync(`/proc/${forum.suite.processes.forum[0]?.pid}/status`, 'utf8'),
  )?.[1]
  expect(Number(peak) / 1024).toBeLessThan(384)
  for (const socket of stalled) socket.destroy()
  await expect.poll(async () => (await forum.get(path, guest)).status, { timeout: 30_000 }).toBe(200)
})
