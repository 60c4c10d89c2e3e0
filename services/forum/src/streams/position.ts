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

/** Undefined if the id is unknown or too old. */
export function positionOf(id: string): Position | undefined {
  const [, time, seq, source] = form.exec(id) ?? []
  if (source === undefined) return undefined
  const age = Date.now() - Number(time)
  if (age > RESUMABLE_MS || age < -MINUTE_MS) return undefined
  return { time: Number(time), seq: Number(seq), source }
}
