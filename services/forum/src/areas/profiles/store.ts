import { prepared, type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import type { Body } from '../../bodies/render.ts'
import { mentionedSql } from '../../renaming/sql.ts'

export interface ProfileRow {
  aboutSource: string | null
  aboutHtml: string | null
  pronouns: string | null
  tagline: string | null
}

const COLUMNS = raw('about_source AS "aboutSource", about_html AS "aboutHtml", pronouns, tagline')

/** Undefined if the member has said nothing. */
export const readProfile = (db: Queries, userId: string) =>
  db.maybeOne<ProfileRow>(prepared('profile', sql`SELECT ${COLUMNS} FROM profile WHERE user_id = ${userId}`))

/** An absent field is unchanged, null clears it. */
export interface ProfileChange {
  about?: Pick<Body, 'source' | 'html'> | null
  pronouns?: string | null
  tagline?: string | null
}

/** Changes the fields that are given; undefined if the account is erased, which this either precedes or follows. */
export const changeProfile = (db: Queries, userId: string, { about, pronouns, tagline }: ProfileChange) =>
  db.maybeOne<ProfileRow>(sql`
    INSERT INTO profile AS p (user_id, about_source, about_html, mentioned, pronouns, tagline)
    SELECT member.id, said.source, said.html, ${raw(mentionedSql('said.html'))}::uuid[], said.pronouns, said.tagline
    FROM (SELECT id FROM known_user WHERE id = ${userId} AND erased_at IS NULL FOR SHARE) AS member
    CROSS JOIN (
      SELECT ${about?.source ?? null}::text AS source, ${about?.html ?? null}::text AS html,
        ${pronouns ?? null}::text AS pronouns, ${tagline ?? null}::text AS tagline
    ) AS said
    ON CONFLICT (user_id) DO UPDATE SET
      about_source = CASE WHEN ${about !== undefined}::boolean THEN excluded.about_source ELSE p.about_source END,
      about_html = CASE WHEN ${about !== undefined}::boolean THEN excluded.about_html ELSE p.about_html END,
      mentioned = CASE WHEN ${about !== undefined}::boolean THEN excluded.mentioned ELSE p.mentioned END,
      pronouns = CASE WHEN ${pronouns !== undefined}::boolean THEN excluded.pronouns ELSE p.pronouns END,
      tagline = CASE WHEN ${tagline !== undefined}::boolean THEN excluded.tagline ELSE p.tagline END
    RETURNING ${COLUMNS}`)

/** Whether there was anything to empty. */
export const emptyProfile = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await tx.maybeScalar<boolean>(sql`
    DELETE FROM profile WHERE user_id = ${userId}
    RETURNING num_nonnulls(about_html, pronouns, tagline) > 0 AS said`)) ?? false
