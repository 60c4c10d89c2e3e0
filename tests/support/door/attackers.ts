import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '@agora/testing/client'
import { openWire, send, type Wire } from './wire.ts'

/** How a caller ties up resources; `place` tells callers of one kind apart. */
export type Attack = (wire: Wire, place: number) => Promise<void>

/** As long as a refusal asks its caller to wait, in milliseconds. */
const REFUSED_MS = 1_000

const get = (path: string, headers: Record<string, string> = {}) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: agora',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

/** Asks, and reads no further than whether it is refused; if so, retries later. */
async function ask(wire: Wire, requests: string): Promise<boolean> {
  await send(wire, requests)
  const piece = await wire.piece()
  if (piece.startsWith('HTTP/1.1 200')) return true
  await sleep(REFUSED_MS)
  return false
}

/** Without reading, only writing reveals that the connection has ended; a blank line is not a request. */
const reads = { nothing: (wire: Wire) => drip(wire, '\r\n'), slowly: sip }

/** Asks for a page so many times in a row, without waiting for the answers, and reads nothing of them, or little. */
export const rarelyReads =
  (path: string, { inARow = 1, pace = 'nothing' as keyof typeof reads } = {}): Attack =>
  async (wire) => {
    if (await ask(wire, get(path).repeat(inARow))) await reads[pace](wire)
  }

/** Listens to a stream, as these members in turn, and reads nothing of it. */
export const neverListens =
  (path: string, members: readonly Caller[]): Attack =>
  async (wire, place) => {
    const { headers } = members[place % members.length] as Caller
    if (await ask(wire, get(path, headers))) await reads.nothing(wire)
  }

/** Announces a body and sends a byte of it now and then. */
export const uploadsSlowly =
  (path: string): Attack =>
  async (wire) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: agora\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`
    await send(wire, head)
    await drip(wire, ' ')
  }

/** Sends the largest body but for its end, and stops. */
export const holdsBack =
  (path: string): Attack =>
  async (wire) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: agora\r\nContent-Type: application/json\r\nContent-Length: ${LARGEST_BODY}\r\n\r\n`
    await send(wire, head + ' '.repeat(LARGEST_BODY - 1))
    await wire.closed
  }

/** Sends endless headers. */
export const sendsHeadersSlowly =
  (path: string): Attack =>
  async (wire) => {
    await send(wire, `GET ${path} HTTP/1.1\r\nHost: agora\r\n`)
    await drip(wire, 'X: y\r\n')
  }

const LARGEST_BODY = 1_048_576
const DRIP_MS = 5_000

async function drip(wire: Wire, bytes: string): Promise<void> {
  while (!wire.socket.destroyed) {
    await Promise.race([sleep(DRIP_MS, undefined, { ref: false }), wire.closed])
    await send(wire, bytes)
  }
}

/** Takes as much as one read gives, now and then. */
async function sip(wire: Wire): Promise<void> {
  while (!wire.socket.destroyed) {
    await Promise.race([sleep(DRIP_MS, undefined, { ref: false }), wire.closed])
    await wire.piece()
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
      const wire = openWire(url, { silent: true, localAddress: `127.0.1.${(place % 250) + 1}` })
      wires.add(wire)
      opened += 1
      await act(wire, place)
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
