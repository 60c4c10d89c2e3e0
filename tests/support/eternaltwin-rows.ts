import { scryptBytes } from '@agora/testing/scrypt-hash'
import type pg from 'pg'
import { ETERNALTWIN_SECRET } from './eternaltwin.ts'

/** A community as Eternaltwin's own code stores it: what it encrypts with pgcrypto, and when it writes which row. */

export interface Community {
  accounts: number
  posts: number
}

/** The id of the nth of a kind. */
export const idIn = (kind: string) => `md5('${kind} ' || n)::uuid`

export const PASSWORD = 'the password of the old site'
export const CLIENT_SECRET = 'the secret of the old client'

const at = (days: string) => `timestamptz '2021-01-01 12:00Z' + (${days}) * interval '1 day'`
const dinoparc = ['dinoparc.com', 'en.dinoparc.com', 'sp.dinoparc.com']
const hammerfest = ['hammerfest.fr', 'hfest.net', 'hammerfest.es']

/**
 * Fills an empty one. Account 1 is an administrator, 2 a moderator; every tenth account has no username, every fifth an address,
 * account 3 two earlier names. All have the same password.
 */
export async function fillEternaltwin(client: pg.Client, { accounts, posts }: Community): Promise<void> {
  await client.query('BEGIN')
  await people(client, accounts)
  await client.query('COMMIT')
  await applications(client)
  await gameAccounts(client, accounts)
  await forum(client, accounts, posts)
}

async function people(client: pg.Client, accounts: number): Promise<void> {
  await client.query(
    `INSERT INTO users (user_id, created_at, is_administrator)
     SELECT ${idIn('user')}, ${at('n * 0.01')}, n = 1 FROM generate_series(1, $1::int) n`,
    [accounts],
  )
  await client.query(
    `INSERT INTO email_addresses (email_address, _hash, created_at)
     SELECT pgp_sym_encrypt(address, $2::text), digest(address, 'sha256'), ${at('n * 0.01')}
     FROM generate_series(5, $1::int, 5) n, LATERAL (SELECT 'member' || n || '@old.example' AS address) AS one`,
    [accounts, ETERNALTWIN_SECRET],
  )
  // Account 5 has changed its name since, which loses the address.
  await client.query(
    `INSERT INTO users_history (user_id, period, _is_current, updated_by, display_name, username, email, password)
     SELECT ${idIn('user')}, period(since, until), CASE WHEN until IS NULL THEN true END, ${idIn('user')}, name,
       CASE WHEN n % 10 <> 0 THEN 'member_' || n END,
       CASE WHEN n % 5 = 0 AND NOT (n = 5 AND until IS NULL) THEN digest('member' || n || '@old.example', 'sha256') END,
       pgp_sym_encrypt_bytea($2::bytea, $3::text)
     FROM generate_series(1, $1::int) n
     CROSS JOIN LATERAL (
       SELECT 'Member ' || n AS name, ${at('n * 0.01')} AS since, NULL::timestamptz AS until WHERE n NOT IN (3, 5)
       UNION ALL SELECT * FROM (VALUES
         ('First', ${at('0.03')}, ${at('5')}), ('Second', ${at('5')}, ${at('6')}),
         ('Second', ${at('6')}, ${at('7')}), ('Third', ${at('7')}, NULL)
       ) AS named WHERE n = 3
       UNION ALL SELECT * FROM (VALUES ('Five', ${at('0.05')}, ${at('5')}), ('Member 5', ${at('5')}, NULL)) AS named
       WHERE n = 5
     ) AS history`,
    [accounts, scryptBytes(PASSWORD, { log: 12, r: 8 }), ETERNALTWIN_SECRET],
  )
}

async function applications(client: pg.Client): Promise<void> {
  const values = [scryptBytes(CLIENT_SECRET), ETERNALTWIN_SECRET]
  await client.query(
    `INSERT INTO oauth_clients
     SELECT ${idIn('client')}, key, ${at('1')}, name, ${at('1')}, 'https://game.example/', ${at('1')},
       'https://game.example/oauth/callback', ${at('1')}, pgp_sym_encrypt_bytea($1::bytea, $2::text), ${at('1')}, owner
     FROM (VALUES (1, 'game@clients', 'Game', NULL), (2, NULL, 'Tool', md5('user 3')::uuid)) AS one (n, key, name, owner)`,
    values,
  )
}

/** Three servers of two games and one of the third: an account has one in each, and had another of the first game before. */
async function gameAccounts(client: pg.Client, accounts: number): Promise<void> {
  await client.query(
    `INSERT INTO dinoparc_users (dinoparc_server, dinoparc_user_id, username, archived_at)
     SELECT server, n::text, 'dino' || n, ${at('1')}
     FROM generate_series(1, 2 * $1::int) n, unnest($2::text[]) AS server`,
    [accounts, dinoparc],
  )
  await client.query(
    `INSERT INTO hammerfest_users (hammerfest_server, hammerfest_user_id, username, archived_at)
     SELECT server, n::text, 'ice' || n, ${at('1')} FROM generate_series(1, $1::int) n, unnest($2::text[]) AS server`,
    [accounts, hammerfest],
  )
  await client.query(
    `INSERT INTO twinoid_users (twinoid_user_id, name, archived_at)
     SELECT n::text, 'Twin ' || n, ${at('1')} FROM generate_series(1, $1::int) n`,
    [accounts],
  )
  await client.query(
    `INSERT INTO dinoparc_user_links (user_id, dinoparc_server, dinoparc_user_id, period, linked_by, unlinked_by)
     SELECT ${idIn('user')}, server, (n + $1::int)::text, period(${at('20')}, ${at('30')}), ${idIn('user')}, md5('user 1')::uuid
     FROM generate_series(1, $1::int) n, unnest($2::text[]) AS server
     UNION ALL
     SELECT ${idIn('user')}, server, n::text, period(${at('40')}, NULL), ${idIn('user')}, NULL
     FROM generate_series(1, $1::int) n, unnest($2::text[]) AS server`,
    [accounts, dinoparc],
  )
  await client.query(
    `INSERT INTO hammerfest_user_links (user_id, hammerfest_server, hammerfest_user_id, period, linked_by)
     SELECT ${idIn('user')}, server, n::text, period(${at('41')}, NULL), ${idIn('user')}
     FROM generate_series(1, $1::int) n, unnest($2::text[]) AS server`,
    [accounts, hammerfest],
  )
  await client.query(
    `INSERT INTO twinoid_user_links (user_id, twinoid_user_id, period, linked_by)
     SELECT ${idIn('user')}, n::text, period(${at('42')}, NULL), ${idIn('user')} FROM generate_series(1, $1::int) n`,
    [accounts],
  )
}

/** Fifty posts a thread, ten threads a section at least; every tenth post is edited, every hundredth hidden by the moderator. */
async function forum(client: pg.Client, accounts: number, posts: number): Promise<void> {
  await client.query(
    `INSERT INTO forum_sections
     SELECT ${idIn('section')}, 'old_' || n, ${at('1')}, 'Section ' || n, ${at('1')}, 'fr-FR', ${at('1')}
     FROM generate_series(1, 4) n`,
  )
  await client.query(
    `INSERT INTO forum_role_grants (forum_section_id, user_id, start_time, granted_by)
     SELECT ${idIn('section')}, md5('user 2')::uuid, ${at('2')}, md5('user 1')::uuid FROM generate_series(1, 4) n`,
  )
  await client.query(
    `INSERT INTO forum_threads
     SELECT ${idIn('thread')}, NULL, ${at('50 + n * 0.01')}, 'Thread ' || n, ${at('50 + n * 0.01')},
       md5('section ' || n % 4 + 1)::uuid, n = 1, ${at('60')}, n = 2, ${at('60')}
     FROM generate_series(1, ceil($1::int / 50.0)::int) n`,
    [posts],
  )
  await client.query(
    `INSERT INTO forum_posts (forum_post_id, ctime, forum_thread_id)
     SELECT ${idIn('post')}, ${at('60 + n * 0.001')}, md5('thread ' || (n - 1) / 50 + 1)::uuid
     FROM generate_series(1, $1::int) n`,
    [posts],
  )
  const revision = `
    INSERT INTO forum_post_revisions (
      forum_post_revision_id, time, body, _html_body, mod_body, _html_mod_body, forum_post_id, author_id, comment
    )`
  // The first thread is an administrator's announcement, the second one's first post pretends to be one.
  await client.query(
    `${revision}
     SELECT ${idIn('revision')}, ${at('60 + n * 0.001')}, body, '<p></p>', NULL, NULL, ${idIn('post')},
       md5('user ' || CASE WHEN n = 1 THEN 1 ELSE n % $2::int + 1 END)::uuid, NULL
     FROM generate_series(1, $1::int) n, LATERAL (
       SELECT CASE WHEN n IN (1, 51) THEN '[admin]**Hear**[/admin]' ELSE '**Post** ' || n || ', _read_ https://game.example/' || n END AS body
     ) AS one`,
    [posts, accounts],
  )
  await client.query(
    `${revision}
     SELECT ${idIn('edit')}, ${at('200')}, 'Edited: ~~post~~ ' || n, '<p></p>', NULL, NULL, ${idIn('post')},
       md5('user ' || n % $2::int + 1)::uuid, 'a reason'
     FROM generate_series(10, $1::int, 10) n`,
    [posts, accounts],
  )
  await client.query(
    `${revision}
     SELECT ${idIn('hidden')}, ${at('201')}, NULL, NULL, 'Off topic', '<p></p>', ${idIn('post')}, md5('user 2')::uuid, NULL
     FROM generate_series(100, $1::int, 100) n`,
    [posts],
  )
}
