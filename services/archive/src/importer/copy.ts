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

/** A time in ms as Postgres reads it. */
export const copyTime = (ms: number): string => new Date(ms).toISOString()
