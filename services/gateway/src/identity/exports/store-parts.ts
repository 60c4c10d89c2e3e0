import { sql } from '@agora/shared/database/sql'
import { type ExportPart, rowsOf } from '@agora/shared/exports/parts'

/** The rows of an account in one of the gateway's tables. */
const ofAccount = (file: string, table: string, columns: readonly string[]): ExportPart =>
  rowsOf(file, { table, owner: 'account_id', columns })

/**
 * Everything the gateway stores about a member, except hashes of passwords, cookies and tokens, and administrators'
 * remarks.
 */
export const exportParts: readonly ExportPart[] = [
  {
    file: 'account',
    lines: (user, after) => sql`
      SELECT id::text AS place, json_build_object('id', id, 'username', username, 'display_name', display_name,
        'language', language, 'time_zone', time_zone, 'device_zone', device_zone, 'created_at', created_at,
        'renamed_at', renamed_at, 'last_seen_at', last_seen_at, 'has_password', password_hash IS NOT NULL) AS line
      FROM account WHERE id = ${user}::uuid AND ${after}::uuid IS NULL`,
  },
  ofAccount('former_names', 'former_name', ['id', 'display_name', 'started_at', 'ended_at']),
  rowsOf('rules_accepted', {
    table: 'rules_acceptance LEFT JOIN rules_wording USING (digest)',
    owner: 'account_id',
    columns: ['locale', 'written_at', 'accepted_at', 'wording'],
    key: 'account_id',
  }),
  rowsOf('invitations', {
    table: 'invitation',
    owner: 'created_by',
    columns: ['id', 'created_at', 'expires_at', 'note', 'most_uses', 'uses'],
  }),
  ofAccount('sessions', 'session', [
    'id',
    'created_at',
    'last_seen_at',
    'confirmed_at',
    'expires_at',
    'address',
    'user_agent',
  ]),
  ofAccount('authenticators', 'authenticator', [
    'id',
    'kind',
    'name',
    'created_at',
    'enabled_at',
    'last_used_at',
  ]),
  ofAccount('external_links', 'user_link', [
    'id',
    'type',
    'external_id',
    'display_name',
    'visibility',
    'started_at',
    'ended_at',
  ]),
  ofAccount('game_links', 'game_link', ['id', 'game', 'server', 'game_user_id', 'linked_at', 'unlinked_at']),
  ofAccount('bans', 'ban', ['id', 'created_at', 'expires_at', 'lifted_at']),
  ofAccount('grants', 'oauth_grant', [
    'id',
    'client_id',
    'scopes',
    'created_at',
    'last_used_at',
    'expires_at',
  ]),
  ofAccount('mail_requests', 'mail_request', ['id', 'kind', 'email', 'details', 'deadline']),
  rowsOf('sign_in_places', {
    table: 'sign_in_place',
    owner: 'account_id',
    columns: ['seen_at'],
    key: 'digest',
    keyType: 'bytea',
  }),
]
