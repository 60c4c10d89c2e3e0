import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** One row of COPY's text format. A null is written as such; text must hold neither tab nor line break, as JSON does. */
export function copyRow(...values: readonly (string | number | null)[]): string {
  return `${values.map(copyValue).join('\t')}\n`
}

function copyValue(value: string | number | null): string {
  if (value === null) return '\\N'
  const text = String(value)
  return text.includes('\\') ? text.replaceAll('\\', '\\\\') : text
}

/** Writes rows made by `copyRow`; `target` is a table with its columns. */
export async function copyInto(
  client: pg.ClientBase,
  target: string,
  rows: readonly string[],
): Promise<void> {
  if (rows.length === 0) return
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`))
  const finished = once(stream, 'finish')
  stream.end(Buffer.from(rows.join('')))
  await finished
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
