import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { moderationEvent } from '@agora/shared/contracts/events/moderation'
import { newId } from '@agora/shared/contracts/ids'
import { faultOfEvent } from '@agora/testing/documented-events'

/** A post that a receiver got. */
export interface Post {
  id: string
  path: string
  headers: IncomingHttpHeaders
  text: string
  event: ReturnType<typeof JSON.parse>
}

type Behaviour = (post: Post, response: ServerResponse) => void

const take: Behaviour = (_post, response) => response.writeHead(204).end()

/** A real HTTP receiver that answers as it is told and records what it gets. Closing it throws if that is not as documented. */
export async function startReceiver(first: Behaviour = take) {
  let behaviour = first
  let port = 0
  let server: Server
  const posts: Post[] = []
  const faults = new Set<string>()
  const underWay = new Map<string, number>()
  let mostAtOnce = 0

  async function listen(): Promise<void> {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const id = String(request.headers['webhook-id'])
        const event = text === '' ? undefined : JSON.parse(text)
        const post = { id, path: request.url ?? '', headers: request.headers, text, event }
        posts.push(post)
        const fault = event && faultOfEvent(event)
        if (fault) faults.add(`not as documented (docs/openapi.json): ${fault}\n${text}`)
        underWay.set(id, (underWay.get(id) ?? 0) + 1)
        mostAtOnce = Math.max(mostAtOnce, underWay.get(id) ?? 0)
        response.on('close', () => underWay.set(id, (underWay.get(id) ?? 1) - 1))
        behaviour(post, response)
      })
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }

  async function close(): Promise<void> {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    if (faults.size > 0) throw new Error([...faults].join('\n'))
  }

  await listen()
  return {
    get url() {
      return `http://127.0.0.1:${port}/hook`
    },
    posts,
    /** The most at once for one webhook-id. */
    mostAtOnce: () => mostAtOnce,
    ids: () => new Set(posts.map(({ id }) => id)),
    /** Ids of the events that arrived, including repeats. */
    events: () => new Set(posts.map(({ event }) => event.id as string)),
    behave: (next: Behaviour) => {
      behaviour = next
    },
    take: () => {
      behaviour = take
    },
    forget: () => posts.splice(0),
    close,
    reopen: listen,
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** The actor of all these events. */
export const MODERATOR = { id: '01890000-0000-7000-8000-00000000000b', displayName: 'Moderator' }

/** A thread is locked, with a note for moderators only. */
export function lockThread(section: string | null = newId()) {
  return moderationEvent({
    id: newId(),
    ctime: new Date().toISOString(),
    actor: MODERATOR.id,
    action: 'LockThread',
    section,
    thread: newId(),
    post: null,
    target_user: null,
    data: { is_locked: true, internal_note: 'only for moderators' } as { is_locked: boolean },
  })
}

/** A report is resolved; receivers must not learn who made it. */
export function resolveReport() {
  return moderationEvent({
    id: newId(),
    ctime: new Date().toISOString(),
    actor: MODERATOR.id,
    action: 'ResolveReport',
    section: newId(),
    thread: newId(),
    post: newId(),
    target_user: newId(),
    data: { report: newId(), status: 'Accepted', reporter: newId() } as { report: string; status: string },
  })
}
