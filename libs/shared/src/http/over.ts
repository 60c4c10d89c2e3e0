import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back once a request is over: answered, or its connection gone. Of requests that were sent in a row without
 * waiting for answers, Node tells only the one being answered that the connection is gone.
 */
export function whenOver({ socket }: IncomingMessage, response: ServerResponse, over: () => void): void {
  let ofSocket = waiting.get(socket)
  if (!ofSocket) {
    const created = new Set<() => void>()
    ofSocket = created
    waiting.set(socket, created)
    socket.once('close', () => {
      for (const one of created) one()
    })
  }
  const all = ofSocket
  const once = () => {
    if (all.delete(once)) over()
  }
  all.add(once)
  response.once('close', once)
  // Nothing more would be told of it.
  if (socket.destroyed) once()
}
