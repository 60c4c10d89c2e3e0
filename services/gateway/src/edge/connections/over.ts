import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LinkedQueue } from '@agora/shared/collections/linked-queue'

const kOpen = Symbol('requests of this connection that are not over')
const kWaiting = Symbol('who waits until this request is over')
/** Nobody waits for a request that is over. */
const NOBODY: (() => void)[] = []

type Connection = Socket & { [kOpen]?: LinkedQueue<() => void> }
type Response = ServerResponse & { [kWaiting]?: (() => void)[] }

/**
 * Calls back once a request is over: answered, or its connection gone. Of requests that were sent in a row without
 * waiting for answers, Node tells only the one being answered that the connection is gone.
 */
export function whenOver({ socket }: IncomingMessage, response: Response, over: () => void): void {
  const known = response[kWaiting]
  if (known === NOBODY) over()
  else if (known) known.push(over)
  else follow(socket, response, [over])
  // Nothing more would be told of it.
  if (socket.destroyed) end(response)
}

function follow(socket: Connection, response: Response, waiting: (() => void)[]): void {
  response[kWaiting] = waiting
  const open = openOf(socket)
  const once = () => {
    if (open.remove(node)) end(response)
  }
  const node = open.add(once)
  // It comes once; Node's `once` would keep a wrapper of three objects for each, as long as a stream lasts.
  response.on('close', once)
}

function end(response: Response): void {
  const waiting = response[kWaiting] ?? NOBODY
  response[kWaiting] = NOBODY
  for (const over of waiting) over()
}

function openOf(socket: Connection): LinkedQueue<() => void> {
  const known = socket[kOpen]
  if (known) return known
  const open = new LinkedQueue<() => void>()
  socket[kOpen] = open
  socket.on('close', () => {
    for (const one of open.values()) one()
  })
  return open
}
