import type pg from 'pg'
import { type Queries, type Sql, sql } from './sql.ts'

/**
 * A page of a listing and the number of all, from one look: of two statements, the second would see what was written
 * meanwhile. `count` selects one number, `items` the page in its order.
 */
export async function readPage<Row extends pg.QueryResultRow>(
  db: Queries,
  count: Sql,
  items: Sql,
): Promise<{ count: number; items: Row[] }> {
  // An empty page is one row with only the count.
  const rows = await db.all<Row & { listed: number; place: number | null }>(sql`
    SELECT total.count AS listed, page.* FROM (${count}) AS total (count)
    LEFT JOIN (SELECT row_number() OVER () AS place, item.* FROM (${items}) AS item) AS page ON true
    ORDER BY page.place`)
  const listed = rows.filter(({ place }) => place !== null)
  return {
    count: rows[0]!.listed,
    items: listed.map(({ listed: _, place: __, ...row }) => row as unknown as Row),
  }
}
