import { prepared, type Queries, sql } from '@agora/shared/database/sql'
import type { Body } from '../../bodies/render.ts'

/** The text that every page shows, until its end. */
export const ANNOUNCEMENT = 'announcement'

export interface TextName {
  key: string
  locale: string
  time: Date
  /** When an announcement ends; null without an end. */
  until: Date | null
  /** The rendered text of an announcement; null for others. */
  html: string | null
}

export interface TextRow extends Omit<TextName, 'html'> {
  source: string
  html: string
}

/** Which texts there are; at most one for each page and language. */
export const readTextNames = (db: Queries) =>
  db.all<TextName>(
    prepared(
      'site-texts',
      sql`SELECT key, locale, time, until, CASE WHEN key = ${ANNOUNCEMENT} THEN html END AS html
        FROM site_text ORDER BY key, locale`,
    ),
  )

/** The rules in each language. */
export const readRules = (db: Queries): Promise<Pick<TextRow, 'key' | 'locale' | 'time' | 'source'>[]> =>
  db.all<TextRow>(sql`SELECT key, locale, time, source FROM site_text WHERE key = 'rules' ORDER BY locale`)

/** The text in this language, else in another one, English first; undefined if there is none. */
export const readText = (db: Queries, key: string, locale: string | null) =>
  db.maybeOne<TextRow>(
    prepared(
      'site-text',
      sql`SELECT * FROM site_text WHERE key = ${key}
        ORDER BY locale = ${locale}::text DESC NULLS LAST, locale = 'en' DESC, locale LIMIT 1`,
    ),
  )

export const writeText = (
  db: Queries,
  { key, locale }: { key: string; locale: string },
  { source, html }: Body,
  until: string | null,
) =>
  db.one<TextRow>(sql`
    INSERT INTO site_text AS t (key, locale, source, html, time, until)
    VALUES (${key}, ${locale}, ${source}, ${html}, date_trunc('milliseconds', clock_timestamp()), ${until}::timestamptz)
    ON CONFLICT (key, locale) DO UPDATE SET source = excluded.source, html = excluded.html, time = excluded.time,
      until = excluded.until
    RETURNING *`)

/** Returns false if there was none. */
export const removeText = (db: Queries, key: string, locale: string) =>
  db.hasRows(sql`DELETE FROM site_text WHERE key = ${key} AND locale = ${locale}`)
