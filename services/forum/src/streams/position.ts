/** How long after an event a stream can go on from it, in milliseconds. */
const RESUMABLE_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

/** Where a stream is in its source, as the id of an event tells it: every replica reads it. */
export interface Position {
  /** Of the event, in milliseconds. */
  time: number
  seq: number
  /** Tells sources apart that count anew. */
  source: string
}

const form = /^(\d{13})-(\d{1,15})-([0-9a-z]{1,16})$/

export const idOf = ({ time, seq, source }: Position): string => `${time}-${seq}-${source}`

/** Undefined: nobody knows such an id any more. */
export function positionOf(id: string): Position | undefined {
  const [, time, seq, source] = form.exec(id) ?? []
  if (source === undefined) return undefined
  const age = Date.now() - Number(time)
  if (age > RESUMABLE_MS || age < -MINUTE_MS) return undefined
  return { time: Number(time), seq: Number(seq), source }
}
