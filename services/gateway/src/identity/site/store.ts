import { type Queries, sql } from '@agora/shared/database/sql'
import type { Emblem } from '@agora/shared/emblems/emblems'
import type { EmblemStore } from '@agora/shared/emblems/routes'
import type { Site, SiteInput } from './schemas.ts'

export interface SitePictures {
  logo: Emblem | null
  /** Null where it is made from the logo. */
  icon: Emblem | null
}

/** What administrators have changed; null where it is as configured. */
export interface SiteRow extends SitePictures {
  name: string | null
  colours: Site['colours'] | null
  mailLocale: Site['mail_locale'] | null
  registration: Site['registration'] | null
  acceptsRules: boolean | null
  inviters: Site['inviters'] | null
}

const row = sql`name, colours, mail_locale AS "mailLocale", registration, accepts_rules AS "acceptsRules", inviters,
  logo, icon`

/** Undefined until something is changed. */
export const readSite = (db: Queries) => db.maybeOne<SiteRow>(sql`SELECT ${row} FROM site WHERE id = 1`)

/** What is not named stays: two who change different settings at once both do. */
export async function writeSite(
  db: Queries,
  changed: Omit<SiteInput, keyof SitePictures> & Partial<SitePictures>,
): Promise<SiteRow> {
  const { name, colours, mail_locale, registration, accepts_rules, inviters, logo, icon } = changed
  const has = (key: keyof SiteInput) => key in changed
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)
  return db.one<SiteRow>(sql`
    INSERT INTO site AS s (id, name, colours, mail_locale, registration, accepts_rules, inviters, logo, icon)
    VALUES (1, ${name ?? null}, ${json(colours)}::jsonb, ${mail_locale ?? null},
      ${registration ?? null}, ${accepts_rules ?? null}::boolean, ${inviters ?? null}, ${json(logo)}::jsonb, ${json(icon)}::jsonb)
    ON CONFLICT (id) DO UPDATE SET changed_at = now(),
      name = CASE WHEN ${has('name')} THEN excluded.name ELSE s.name END,
      colours = CASE WHEN ${has('colours')} THEN excluded.colours ELSE s.colours END,
      mail_locale = CASE WHEN ${has('mail_locale')} THEN excluded.mail_locale ELSE s.mail_locale END,
      registration = CASE WHEN ${has('registration')} THEN excluded.registration ELSE s.registration END,
      accepts_rules = CASE WHEN ${has('accepts_rules')} THEN excluded.accepts_rules ELSE s.accepts_rules END,
      inviters = CASE WHEN ${has('inviters')} THEN excluded.inviters ELSE s.inviters END,
      logo = CASE WHEN ${has('logo')} THEN excluded.logo ELSE s.logo END,
      icon = CASE WHEN ${has('icon')} THEN excluded.icon ELSE s.icon END
    RETURNING ${row}`)
}

/** The site’s emblems. */
export const sitePictures = (db: Queries): EmblemStore => ({
  async shown() {
    return db.scalars<string>(sql`
      SELECT picture ->> 'id' AS id FROM site, unnest(ARRAY[logo, icon]) AS picture WHERE picture IS NOT NULL`)
  },

  async forget(media) {
    await db.query(sql`
      UPDATE site SET changed_at = now(),
        logo = CASE WHEN logo ->> 'id' = ${media} THEN NULL ELSE logo END,
        icon = CASE WHEN icon ->> 'id' = ${media} THEN NULL ELSE icon END
      WHERE ${media} IN (logo ->> 'id', icon ->> 'id')`)
  },
})
