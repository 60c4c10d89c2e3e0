import { setTimeout as sleep } from 'node:timers/promises'
import { openWire, send, type Wire } from './wire.ts'

/** How a caller holds on to what it can get. */
export type Attack = (wire: Wire) => Promise<void>

/** As long as a refusal asks its caller to stay away. */
const REFUSED_MS = 1_000

/** Asks for a large page, looks whether it is refused, and takes nothing of what is given; who is refused comes back. */
export const neverReads =
  (path: string): Attack =>
  async (wire) => {
    await send(wire, `GET ${path} HTTP/1.1\r\nHost: agora\r\n\r\n`)
    const piece = await wire.piece()
    if (!piece.startsWith('HTTP/1.1 200')) return sleep(REFUSED_MS)
    // Who never reads finds out by writing alone that the connection has been ended; a blank line is no request.
    await drip(wire, '\r\n')
  }

/** Announces a body and sends a byte of it now and then. */
export const uploadsSlowly =
  (path: string): Attack =>
  async (wire) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: agora\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`
    await send(wire, head)
    await drip(wire, ' ')
  }

/** Sends headers that do not end. */
export const sendsHeadersSlowly =
  (path: string): Attack =>
  async (wire) => {
    await send(wire, `GET ${path} HTTP/1.1\r\nHost: agora\r\n`)
    await drip(wire, 'X: y\r\n')
  }

const DRIP_MS = 5_000

async function drip(wire: Wire, bytes: string): Promise<void> {
  while (!wire.socket.destroyed) {
    await Promise.race([sleep(DRIP_MS, undefined, { ref: false }), wire.closed])
    await send(wire, bytes)
  }
}

const AGAIN_MS = 100

/**
 * So many callers of each kind, each of whom comes back whenever the connection is ended, until they are stopped. They
 * come one after another: what all ask for in the same instant is a rush, and another attack.
 */
export function attack(url: string, kinds: readonly Attack[], each: number) {
  let stopped = false
  let opened = 0
  const wires = new Set<Wire>()
  const caller = async (act: Attack, place: number) => {
    await sleep((place / each) * DRIP_MS)
    while (!stopped) {
      const wire = openWire(url, { silent: true })
      wires.add(wire)
      opened += 1
      await act(wire)
      wire.socket.destroy()
      wires.delete(wire)
      await sleep(AGAIN_MS)
    }
  }
  const callers = kinds.flatMap((act) => Array.from({ length: each }, (_, place) => caller(act, place)))
  return {
    /** How many connections were opened so far. */
    opened: () => opened,
    stop: async () => {
      stopped = true
      for (const { socket } of wires) socket.destroy()
      await Promise.all(callers)
    },
  }
}
