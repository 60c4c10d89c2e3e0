import type { Page } from '@agora/shared/contracts/pagination'
import type { Queries } from '@agora/shared/database/sql'
import { linksOf, SightingReader } from '../../observations/sightings.ts'
import { ms, time } from '../../observations/sql-time.ts'
import { bitOf, type RecordType } from '../../observations/types.ts'

/** A time during which a field had one value. Times in ms; `end` is null while it lasts. */
export interface PeriodRow {
  start: number
  end: number | null
  /** The last observation within it; null for the latest period, for which the record has it. */
  retrieved: number | null
  value: unknown
}

export interface PeriodsPage {
  periods: PeriodRow[]
  count: number
}

/** How many bytes of observed changes end a page early; a single period may have more. */
const PAGE_BYTES = 4 * 1024 * 1024

/**
 * A period begins where the field, or an entry of it, gets another value, and was last seen before the next one. Values
 * are read last, for the page alone: sorted with the rest, large ones would go through temporary files.
 */
const PERIODS = `
  WITH seen AS (
    SELECT retrieved_at AS at, lag(retrieved_at) OVER (ORDER BY retrieved_at) AS before,
      EXISTS (SELECT FROM json_object_keys(changes) AS key WHERE key = $3 OR starts_with(key, $3 || '.')) AS changed,
      octet_length(changes::text) AS bytes
    FROM observation WHERE record_id = $1 AND fields & $2 <> 0
  ), period AS (
    SELECT at AS start, lead(at) OVER in_time AS "end", lead(before) OVER in_time AS retrieved, bytes
    FROM seen WHERE changed
    WINDOW in_time AS (ORDER BY at)
  ), page AS (
    SELECT *, sum(bytes) OVER (ORDER BY start DESC) - bytes AS bytes_before
    FROM (SELECT * FROM period ORDER BY start DESC OFFSET $4 LIMIT $5) AS newest
  )
  SELECT (SELECT count(*) FROM period) AS count, ${ms('start')} AS start, ${ms('"end"')} AS "end",
    ${ms('retrieved')} AS retrieved,
    (SELECT changes -> $3 FROM observation WHERE record_id = $1 AND retrieved_at = start) AS value
  FROM (SELECT) AS always LEFT JOIN page ON bytes_before < ${PAGE_BYTES}
  ORDER BY page.start DESC`

/** The periods of a record's field, newest first. One query over the record's own observations. */
export async function findPeriods(
  db: Queries,
  record: number,
  type: RecordType,
  field: string,
  { offset, limit }: Page,
): Promise<PeriodsPage> {
  const bit = bitOf(type, field)
  const rows = await db.all<Omit<PeriodRow, 'start'> & { start: number | null; count: number }>({
    name: 'periods',
    text: PERIODS,
    values: [record, bit, field, offset, limit],
  })
  const periods = rows.flatMap(({ start, count: _, ...row }) => (start === null ? [] : [{ ...row, start }]))
  if (field === 'links') await readLists(db, record, bit, periods)
  return { periods, count: rows[0]?.count ?? 0 }
}

/** Game C's links are stored entry by entry: a past list is assembled from all entries until then. */
async function readLists(db: Queries, record: number, bit: number, periods: PeriodRow[]): Promise<void> {
  const newest = periods[0]
  if (!newest) return
  const changes = await db.all<{ at: number; bits: number; changes: string }>({
    name: 'link-changes',
    text: `
      SELECT ${ms('retrieved_at')} AS at, fields AS bits, changes::text FROM observation
      WHERE record_id = $1 AND fields & $2 <> 0 AND changes IS NOT NULL AND retrieved_at <= ${time('$3')}
      ORDER BY retrieved_at`,
    values: [record, bit, newest.start],
  })
  const reader = new SightingReader('GameCUser')
  const starts = new Map(periods.map((period) => [period.start, period]))
  for (const row of changes) {
    const { at, names, texts } = reader.sightingOf(row)
    const period = starts.get(at)
    if (!period) continue
    period.value = JSON.parse(linksOf(new Map(names.map((name, place) => [name, texts[place] ?? 'null']))))
  }
}
