import { type Queries, sql } from '@agora/shared/database/sql'
import type { Site, SiteInput } from './schemas.ts'

/** What administrators have changed; null where it is as configured. */
export interface SiteRow {
  name: string | null
  colours: Site['colours'] | null
  mailLocale: Site['mail_locale'] | null
  registration: Site['registration'] | null
  acceptsRules: boolean | null
  inviters: Site['inviters'] | null
}

const row = sql`name, colours, mail_locale AS "mailLocale", registration, accepts_rules AS "acceptsRules", inviters`

/** Undefined until something is changed. */
export async function readSite(db: Queries): Promise<SiteRow | undefined> {
  const { rows } = await db.query<SiteRow>(sql`SELECT ${row} FROM site WHERE id = 1`)
  return rows[0]
}

/** What is not named stays: two who change different settings at once both do. */
export async function writeSite(db: Queries, changed: SiteInput): Promise<SiteRow> {
  const { name, colours, mail_locale, registration, accepts_rules, inviters } = changed
  const has = (key: keyof SiteInput) => key in changed
  const { rows } = await db.query<SiteRow>(sql`
    INSERT INTO site AS s (id, name, colours, mail_locale, registration, accepts_rules, inviters)
    VALUES (1, ${name ?? null}, ${colours ? JSON.stringify(colours) : null}::jsonb, ${mail_locale ?? null},
      ${registration ?? null}, ${accepts_rules ?? null}::boolean, ${inviters ?? null})
    ON CONFLICT (id) DO UPDATE SET changed_at = now(),
      name = CASE WHEN ${has('name')} THEN excluded.name ELSE s.name END,
      colours = CASE WHEN ${has('colours')} THEN excluded.colours ELSE s.colours END,
      mail_locale = CASE WHEN ${has('mail_locale')} THEN excluded.mail_locale ELSE s.mail_locale END,
      registration = CASE WHEN ${has('registration')} THEN excluded.registration ELSE s.registration END,
      accepts_rules = CASE WHEN ${has('accepts_rules')} THEN excluded.accepts_rules ELSE s.accepts_rules END,
      inviters = CASE WHEN ${has('inviters')} THEN excluded.inviters ELSE s.inviters END
    RETURNING ${row}`)
  return rows[0]!
}
