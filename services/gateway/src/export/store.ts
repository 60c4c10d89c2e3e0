import { raw, sql } from '@agora/shared/database/sql'
import { type ExportPart, LINES } from '@agora/shared/export/parts'

const ofTable = (file: string, table: string, columns: readonly string[], key = 'id'): ExportPart => ({
  file,
  lines: (user, after) => sql`
    SELECT ${raw(key)}::text AS place, json_build_object(${raw(columns.map((name) => `'${name}', ${name}`).join(', '))}) AS line
    FROM ${raw(table)}
    WHERE account_id = ${user}::uuid AND (${after}::text IS NULL OR ${raw(key)}::text > ${after}::text)
    ORDER BY ${raw(key)}::text LIMIT ${LINES}`,
})

/**
 * Everything the gateway stores about a member, except hashes of passwords, cookies and tokens, and administrators'
 * remarks.
 */
export const exportParts: readonly ExportPart[] = [
  {
    file: 'account',
    lines: (user, after) => sql`
      SELECT id::text AS place, json_build_object('id', id, 'username', username, 'display_name', display_name,
        'created_at', created_at, 'has_password', password_hash IS NOT NULL) AS line
      FROM account WHERE id = ${user}::uuid AND ${after}::uuid IS NULL`,
  },
  ofTable('sessions', 'session', ['id', 'created_at', 'last_seen_at', 'expires_at', 'address', 'user_agent']),
  ofTable('external_links', 'user_link', [
    'id',
    'type',
    'external_id',
    'display_name',
    'visibility',
    'started_at',
    'ended_at',
  ]),
  ofTable('game_links', 'game_link', ['id', 'game', 'server', 'game_user_id', 'linked_at', 'unlinked_at']),
  ofTable('bans', 'ban', ['id', 'created_at', 'expires_at', 'lifted_at']),
  ofTable('grants', 'oauth_grant', ['id', 'client_id', 'scopes', 'created_at', 'last_used_at', 'expires_at']),
  ofTable('mail_requests', 'mail_request', ['id', 'kind', 'email', 'details', 'deadline']),
  ofTable('sign_in_places', 'sign_in_place', ['seen_at'], 'digest'),
]
