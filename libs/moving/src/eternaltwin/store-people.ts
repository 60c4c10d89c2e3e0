import type { Snapshot } from '@agora/shared/database/snapshot'

export interface UserRow {
  id: string
  created_at: Date | null
  username: string | null
  display_name: string
  /** The 96 bytes of scrypt-kdf. */
  password: Buffer | null
  address: string | null
  address_since: Date | null
}

/**
 * Accounts as they are now. An address is that which the account had last: each later change of the account loses it. If
 * another account has had it since, it is that one's.
 */
export const readUsers = (source: Snapshot, key: string) =>
  source.rows<UserRow>(
    `
    WITH held AS (
      SELECT user_id, email, min(lower(period)) AS since, max(lower(period)) AS latest
      FROM users_history WHERE email IS NOT NULL GROUP BY user_id, email
    ), own AS (
      SELECT DISTINCT ON (user_id) * FROM held ORDER BY user_id, latest DESC
    ), address AS (
      SELECT DISTINCT ON (email) * FROM own ORDER BY email, latest DESC
    )
    SELECT users.user_id AS id, users.created_at, now.username, now.display_name,
      pgp_sym_decrypt_bytea(now.password, $1) AS password,
      pgp_sym_decrypt(email_addresses.email_address, $1) AS address, address.since AS address_since
    FROM users
    JOIN users_history AS now ON now.user_id = users.user_id AND upper_inf(now.period)
    LEFT JOIN address ON address.user_id = users.user_id
    LEFT JOIN email_addresses ON email_addresses._hash = address.email
    ORDER BY users.created_at, users.user_id`,
    [key],
  )

export interface EarlierRow {
  /** Usernames that accounts had before, and have no more. */
  usernames: number
  /** Addresses that accounts had before their last one, or lost to another account. */
  addresses: number
}

export async function readEarlier(source: Snapshot): Promise<EarlierRow> {
  const [row] = await source.query<EarlierRow>(`
    SELECT count(DISTINCT (h.user_id, h.username)) FILTER (
        WHERE h.username IS NOT NULL AND h.username IS DISTINCT FROM now.username
      )::int AS usernames,
      (count(DISTINCT (h.user_id, h.email)) FILTER (WHERE h.email IS NOT NULL) - (
        SELECT count(*) FROM (
          SELECT DISTINCT ON (email) 1 FROM (
            SELECT DISTINCT ON (user_id) user_id, email FROM users_history
            WHERE email IS NOT NULL ORDER BY user_id, lower(period) DESC
          ) AS own
        ) AS kept
      ))::int AS addresses
    FROM users_history AS h JOIN users_history AS now ON now.user_id = h.user_id AND upper_inf(now.period)`)
  return row!
}

export interface NameRow {
  id: string
  display_name: string
  since: Date
  /** Null for the current one. */
  until: Date | null
}

/** What accounts were called, by account and time; one name may be in several rows. */
export const readNames = (source: Snapshot) =>
  source.rows<NameRow>(`
    SELECT user_id AS id, display_name, lower(period) AS since, upper(period) AS until
    FROM users_history ORDER BY user_id, lower(period)`)

export interface GameLinkRow {
  user_id: string
  game: 'game_a' | 'game_b' | 'game_c'
  server: string | null
  account: string
  since: Date
  linked_by: string
  until: Date | null
  unlinked_by: string | null
}

const linksIn = (table: string, game: string, server: string, account: string) => `
  SELECT user_id, '${game}' AS game, ${server}::text AS server, ${account}::text AS account, lower(period) AS since,
    linked_by, upper(period) AS until, unlinked_by
  FROM ${table}`

/** Links with accounts of the three games, past ones too, in the order in which they were made. */
export const readGameLinks = (source: Snapshot) =>
  source.rows<GameLinkRow>(`
    ${linksIn('dinoparc_user_links', 'game_a', 'dinoparc_server', 'dinoparc_user_id')}
    UNION ALL ${linksIn('hammerfest_user_links', 'game_b', 'hammerfest_server', 'hammerfest_user_id')}
    UNION ALL ${linksIn('twinoid_user_links', 'game_c', 'NULL', 'twinoid_user_id')}
    ORDER BY since, account`)

export interface ClientRow {
  id: string
  /** Null for a client that a member owns. */
  key: string | null
  created_at: Date | null
  display_name: string
  app_uri: string
  callback_uri: string
  secret: Buffer
}

export const readClients = (source: Snapshot, key: string) =>
  source.rows<ClientRow>(
    `
    SELECT oauth_client_id AS id, key, ctime AS created_at, display_name, app_uri, callback_uri,
      pgp_sym_decrypt_bytea(secret, $1) AS secret
    FROM oauth_clients ORDER BY ctime, oauth_client_id`,
    [key],
  )

export interface RoleRow {
  user_id: string
  /** Null for an administrator. */
  section: string | null
  since: Date
  granted_by: string | null
}

export const readRoles = (source: Snapshot) =>
  source.rows<RoleRow>(`
    SELECT user_id, NULL AS section, coalesce(created_at, 'epoch') AS since, NULL AS granted_by
    FROM users WHERE is_administrator
    UNION ALL
    SELECT user_id, forum_section_id, coalesce(start_time, 'epoch'), granted_by FROM forum_role_grants
    ORDER BY since, user_id`)
