import type { EventStream } from './event-stream.ts'

/** How long after an event a stream can resume from it, in milliseconds. */
const RESUMABLE_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

/** A position in a stream's source, as an event's id holds it: every replica can read it. */
export interface Position {
  /** The time of the event, in milliseconds. */
  time: number
  seq: number
  /** Tells apart sources that count from the beginning again. */
  source: string
}

const form = /^(\d{13})-(\d{1,15})-([0-9a-z]{1,16})$/

export const idOf = ({ time, seq, source }: Position): string => `${time}-${seq}-${source}`

/**
 * Begins a stream after the event that its caller names, or at the newest one; returns the number after which it goes on. A
 * caller who names an event that is not here is told to read everything again.
 */
export async function beginStream(
  stream: EventStream,
  lastEventId: string | undefined,
  { time, source, newest, isHere }: Omit<Position, 'seq'> & { newest: number; isHere(seq: number): boolean },
): Promise<number> {
  const named = lastEventId === undefined ? undefined : positionOf(lastEventId)
  if (named?.source === source && isHere(named.seq)) return named.seq
  const id = idOf({ time, seq: newest, source })
  if (lastEventId === undefined) stream.begin(id)
  else await stream.send([{ id, event: 'reset', data: {} }])
  return newest
}

/** Undefined if the id is unknown or too old. */
function positionOf(id: string): Position | undefined {
  const [, time, seq, source] = form.exec(id) ?? []
  if (source === undefined) return undefined
  const age = Date.now() - Number(time)
  if (age > RESUMABLE_MS || age < -MINUTE_MS) return undefined
  return { time: Number(time), seq: Number(seq), source }
}
