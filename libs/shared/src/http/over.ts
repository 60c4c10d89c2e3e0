import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Line } from '../collections/line.ts'

const waiting = new WeakMap<Socket, Line<() => void>>()

/**
 * Calls back once a request is over: answered, or its connection gone. Of requests that were sent in a row without
 * waiting for answers, Node tells only the one being answered that the connection is gone.
 */
export function whenOver({ socket }: IncomingMessage, response: ServerResponse, over: () => void): void {
  let ofSocket = waiting.get(socket)
  if (!ofSocket) {
    const created = new Line<() => void>()
    ofSocket = created
    waiting.set(socket, created)
    socket.on('close', () => {
      for (const one of created.values()) one()
    })
  }
  const all = ofSocket
  const once = () => {
    if (all.remove(place)) over()
  }
  const place = all.add(once)
  // It comes once; Node's `once` would keep a wrapper of three objects for each, as long as a stream lasts.
  response.on('close', once)
  // Nothing more would be told of it.
  if (socket.destroyed) once()
}
