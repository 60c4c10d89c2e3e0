import { type Queries, sql } from '@agora/shared/database/sql'

/** The addresses whose verification waits, the newest first; `until` is null while its mail is being sent. */
export const readPendingEmails = (db: Queries, accountId: string) =>
  db.all<{ email: string; until: Date | null }>(sql`
    SELECT email, until FROM (
      SELECT DISTINCT ON (lower(r.email)) r.id, r.email, r.token_expires_at AS until
      FROM mail_request r JOIN account a ON a.id = r.account_id
      WHERE r.account_id = ${accountId}::uuid AND r.kind = 'VerifyEmail'
        AND coalesce(r.token_expires_at, r.deadline) > now()
        AND coalesce(r.credential_version, a.credential_version) = a.credential_version
        AND NOT EXISTS (
          SELECT FROM user_link l WHERE l.account_id = a.id AND l.type = 'Email' AND l.external_id = lower(r.email)
            AND l.ended_at IS NULL AND l.refused_at IS NULL
        )
      ORDER BY lower(r.email), r.id DESC
    ) AS newest ORDER BY id DESC`)
