import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** JSON text as a value of COPY's text format: it holds backslashes, but neither tab nor line break. */
export function copyJson(json: string | null): string {
  if (json === null) return '\\N'
  return json.includes('\\') ? json.replaceAll('\\', '\\\\') : json
}

/** Takes bytes for `COPY ...`; it has finished when Postgres has them all. */
export const copyStream = (client: pg.ClientBase, target: string): Writable =>
  client.query(copyFrom(`COPY ${target}`))

/** Writes rows, each a line of values with tabs between; `target` is a table with its columns. */
export async function copyInto(
  client: pg.ClientBase,
  target: string,
  rows: readonly string[],
): Promise<void> {
  if (rows.length === 0) return
  const stream = copyStream(client, `${target} FROM STDIN`)
  const finished = once(stream, 'finish')
  stream.end(encodeRows(rows))
  await finished
}

/** Row by row, since one text of all rows would be copied twice more; UTF-8 takes at most three bytes a code unit. */
function encodeRows(rows: readonly string[]): Buffer {
  const buffer = Buffer.allocUnsafe(3 * rows.reduce((sum, row) => sum + row.length, 0))
  let length = 0
  for (const row of rows) length += buffer.write(row, length, 'utf8')
  return buffer.subarray(0, length)
}

const DAY_MS = 86_400_000
const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))
let lastDay = { number: 0, text: '1970-01-01' }

/** A time in ms as Postgres reads it: toISOString at a fraction of its cost, which times of one day share. */
export function copyTime(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  if (day !== lastDay.number) {
    lastDay = { number: day, text: new Date(day * DAY_MS).toISOString().slice(0, -14) }
  }
  const seconds = Math.floor((ms - day * DAY_MS) / 1000)
  const hour = twoDigits[Math.floor(seconds / 3600)]
  const minute = twoDigits[Math.floor(seconds / 60) % 60]
  const fraction = String(1000 + (ms % 1000)).slice(1)
  return `${lastDay.text}T${hour}:${minute}:${twoDigits[seconds % 60]}.${fraction}Z`
}
