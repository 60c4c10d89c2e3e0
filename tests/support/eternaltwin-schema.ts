/**
 * The tables of an Eternaltwin, schema version 26, as far as an import reads them: the names and types of its columns, and the
 * constraints that say which rows there can be.
 */

const linked = (game: string, account: string, server?: string) => `
  CREATE TABLE ${game}_user_links (
    user_id uuid NOT NULL REFERENCES users,
    ${server ? `${server} text NOT NULL,` : ''}
    ${account} text NOT NULL,
    period period NOT NULL,
    linked_by uuid NOT NULL REFERENCES users,
    unlinked_by uuid REFERENCES users,
    CHECK (upper_inf(period) = (unlinked_by IS NULL)),
    EXCLUDE USING gist (user_id WITH =, ${server ? `${server} WITH =,` : ''} period WITH &&),
    EXCLUDE USING gist (${server ? `${server} WITH =,` : ''} ${account} WITH =, period WITH &&)
  );`

/** A table of what was observed: of whom, from when to when, and when it was confirmed. */
const observed = (name: string, of: string, columns: string, also = '') => {
  const server = of.startsWith('dinoparc') ? 'dinoparc_server' : 'hammerfest_server'
  return `
  CREATE TABLE ${name} (
    period period NOT NULL,
    retrieved_at timestamptz(3)[] NOT NULL,
    ${server} text NOT NULL,
    ${of} text NOT NULL,
    ${columns},
    PRIMARY KEY (period, ${server}, ${of} ${also})
  );`
}
const ofDinoparc = (name: string, columns: string, also = '') =>
  observed(`dinoparc_${name}`, 'dinoparc_user_id', columns, also)
const ofDinoz = (name: string, columns: string) =>
  observed(`dinoparc_dinoz_${name}`, 'dinoparc_dinoz_id', columns)
const ofHammerfest = (name: string, columns: string) =>
  observed(`hammerfest_${name}`, 'hammerfest_user_id', columns)

const people = `
  CREATE TABLE users (
    user_id uuid PRIMARY KEY,
    created_at timestamptz(3),
    is_administrator boolean NOT NULL,
    _is_current boolean NOT NULL DEFAULT true
  );
  CREATE TABLE email_addresses (
    email_address bytea NOT NULL,
    _hash bytea PRIMARY KEY,
    created_at timestamptz(3) NOT NULL
  );
  CREATE TABLE users_history (
    user_id uuid NOT NULL REFERENCES users,
    period period NOT NULL,
    _is_current boolean,
    updated_by uuid NOT NULL REFERENCES users,
    display_name varchar(64) NOT NULL,
    username varchar(64),
    email bytea REFERENCES email_addresses,
    password bytea,
    PRIMARY KEY (user_id, period),
    UNIQUE (user_id, _is_current),
    EXCLUDE USING gist (user_id WITH =, period WITH &&),
    EXCLUDE USING gist (username WITH =, period WITH &&),
    EXCLUDE USING gist (email WITH =, period WITH &&)
  );
  CREATE TABLE sessions (session_id uuid PRIMARY KEY, user_id uuid, ctime timestamptz(3), atime timestamptz(3), data json);
  CREATE TABLE oauth_clients (
    oauth_client_id uuid PRIMARY KEY,
    key varchar(32) UNIQUE,
    ctime timestamptz(3),
    display_name varchar(64) NOT NULL,
    display_name_mtime timestamptz(3) NOT NULL,
    app_uri varchar(512) NOT NULL,
    app_uri_mtime timestamptz(3) NOT NULL,
    callback_uri varchar(512) NOT NULL,
    callback_uri_mtime timestamptz(3) NOT NULL,
    secret bytea NOT NULL,
    secret_mtime timestamptz(3) NOT NULL,
    owner_id uuid,
    CHECK ((key IS NULL) <> (owner_id IS NULL))
  );`

const forum = `
  CREATE TABLE forum_sections (
    forum_section_id uuid PRIMARY KEY,
    key varchar(32) UNIQUE,
    ctime timestamptz(3),
    display_name varchar(64) NOT NULL,
    display_name_mtime timestamptz(3) NOT NULL,
    locale varchar(10),
    locale_mtime timestamptz(3) NOT NULL
  );
  CREATE TABLE forum_threads (
    forum_thread_id uuid PRIMARY KEY,
    key varchar(32) UNIQUE,
    ctime timestamptz(3),
    title varchar(64) NOT NULL,
    title_mtime timestamptz(3) NOT NULL,
    forum_section_id uuid NOT NULL REFERENCES forum_sections,
    is_pinned boolean NOT NULL,
    is_pinned_mtime timestamptz(3) NOT NULL,
    is_locked boolean NOT NULL,
    is_locked_mtime timestamptz(3) NOT NULL
  );
  CREATE TABLE forum_posts (
    forum_post_id uuid PRIMARY KEY,
    ctime timestamptz(3),
    forum_thread_id uuid NOT NULL REFERENCES forum_threads
  );
  CREATE TABLE forum_post_revisions (
    forum_post_revision_id uuid PRIMARY KEY,
    time timestamptz(3),
    body text,
    _html_body text,
    mod_body text,
    _html_mod_body text,
    forum_post_id uuid NOT NULL REFERENCES forum_posts,
    author_id uuid NOT NULL REFERENCES users,
    comment varchar(200),
    CHECK ((body IS NULL) = (_html_body IS NULL)),
    CHECK ((mod_body IS NULL) = (_html_mod_body IS NULL))
  );
  CREATE TABLE forum_role_grants (
    forum_section_id uuid NOT NULL REFERENCES forum_sections,
    user_id uuid NOT NULL REFERENCES users,
    start_time timestamptz(3),
    granted_by uuid NOT NULL REFERENCES users,
    PRIMARY KEY (forum_section_id, user_id)
  );
  CREATE TABLE announcements (
    announcement_id uuid PRIMARY KEY,
    forum_thread_id uuid NOT NULL,
    locale varchar(10),
    created_at timestamptz(3) NOT NULL,
    created_by uuid NOT NULL
  );`

const games = `
  CREATE TABLE dinoparc_users (
    dinoparc_server text, dinoparc_user_id text, username text NOT NULL, archived_at timestamptz(3) NOT NULL,
    PRIMARY KEY (dinoparc_server, dinoparc_user_id)
  );
  CREATE TABLE hammerfest_users (
    hammerfest_server text, hammerfest_user_id text, username text NOT NULL, archived_at timestamptz(3) NOT NULL,
    PRIMARY KEY (hammerfest_server, hammerfest_user_id)
  );
  CREATE TABLE twinoid_users (twinoid_user_id text PRIMARY KEY, name text NOT NULL, archived_at timestamptz(3) NOT NULL);
  ${linked('dinoparc', 'dinoparc_user_id', 'dinoparc_server')}
  ${linked('hammerfest', 'hammerfest_user_id', 'hammerfest_server')}
  ${linked('twinoid', 'twinoid_user_id')}`

const archive = `
  CREATE TABLE dinoparc_item_count_maps (dinoparc_item_count_map_id uuid PRIMARY KEY, _sha3_256 bytea);
  CREATE TABLE dinoparc_item_count_map_items (dinoparc_item_count_map_id uuid, dinoparc_item_id text, count bigint);
  CREATE TABLE dinoparc_skill_level_maps (dinoparc_skill_level_map_id uuid PRIMARY KEY, _sha3_256 bytea);
  CREATE TABLE dinoparc_skill_level_map_items (dinoparc_skill_level_map_id uuid, dinoparc_skill text, level int2);
  CREATE TABLE dinoparc_reward_sets (dinoparc_reward_set_id uuid PRIMARY KEY, _sha3_256 bytea);
  CREATE TABLE dinoparc_reward_set_items (dinoparc_reward_set_id uuid, dinoparc_reward_id text);
  CREATE TABLE dinoparc_epic_reward_sets (dinoparc_epic_reward_set_id uuid PRIMARY KEY, _sha3_256 bytea);
  CREATE TABLE dinoparc_epic_reward_set_items (dinoparc_epic_reward_set_id uuid, dinoparc_epic_reward_key text);
  CREATE TABLE dinoparc_locations (dinoparc_location_id text PRIMARY KEY);
  CREATE TABLE dinoparc_dinoz (
    dinoparc_server text, dinoparc_dinoz_id text, archived_at timestamptz(3) NOT NULL,
    PRIMARY KEY (dinoparc_server, dinoparc_dinoz_id)
  );
  CREATE TYPE raw_dinoparc_dinoz_elements AS (fire int, earth int, water int, thunder int, air int);
  ${ofDinoparc('coins', 'coins bigint NOT NULL')}
  ${ofDinoparc('inventories', 'item_counts uuid NOT NULL')}
  ${ofDinoparc('collections', 'dinoparc_reward_set_id uuid NOT NULL, dinoparc_epic_reward_set_id uuid NOT NULL')}
  ${ofDinoparc('user_dinoz_counts', 'dinoz_count bigint NOT NULL')}
  ${ofDinoparc('user_dinoz', 'offset_in_list bigint NOT NULL, dinoparc_dinoz_id text NOT NULL', ', offset_in_list')}
  ${ofDinoz('names', 'name text')}
  ${ofDinoz('owners', 'owner text NOT NULL')}
  ${ofDinoz('locations', 'location text NOT NULL')}
  ${ofDinoz('levels', 'level int NOT NULL')}
  ${ofDinoz('skins', 'race text NOT NULL, skin text NOT NULL')}
  ${ofDinoz(
    'profiles',
    `life int2 NOT NULL, experience int2 NOT NULL, danger int2 NOT NULL, in_tournament boolean NOT NULL,
    elements raw_dinoparc_dinoz_elements NOT NULL, skills uuid NOT NULL`,
  )}
  CREATE TABLE hammerfest_items (hammerfest_item_id text PRIMARY KEY, is_hidden boolean NOT NULL);
  CREATE TABLE hammerfest_quests (hammerfest_quest_id text PRIMARY KEY);
  CREATE TABLE hammerfest_item_count_maps (hammerfest_item_count_map_id uuid PRIMARY KEY, _sha3_256 bytea);
  CREATE TABLE hammerfest_item_count_map_items (hammerfest_item_count_map_id uuid, hammerfest_item_id text, count bigint);
  CREATE TABLE hammerfest_unlocked_item_sets (hammerfest_unlocked_item_set_id uuid PRIMARY KEY, _sha3_256 bytea);
  CREATE TABLE hammerfest_unlocked_item_set_items (hammerfest_unlocked_item_set_id uuid, hammerfest_item_id text);
  CREATE TYPE hammerfest_quest_status AS ENUM ('None', 'Pending', 'Complete');
  CREATE TABLE hammerfest_quest_status_maps (hammerfest_quest_status_map_id uuid PRIMARY KEY, _sha3_256 bytea);
  CREATE TABLE hammerfest_quest_status_map_items (
    hammerfest_quest_status_map_id uuid, hammerfest_quest_id text, status hammerfest_quest_status
  );
  ${ofHammerfest('inventories', 'item_counts uuid NOT NULL')}
  ${ofHammerfest(
    'profiles',
    `best_score bigint NOT NULL, best_level int2 NOT NULL, season_score bigint, quest_statuses uuid NOT NULL,
    unlocked_items uuid NOT NULL`,
  )}
  ${ofHammerfest('user_achievements', 'has_carrot boolean NOT NULL, ladder_level int2 NOT NULL')}
  ${ofHammerfest('tokens', 'tokens bigint NOT NULL')}`

export const eternaltwinSchema = `
  CREATE EXTENSION pgcrypto;
  CREATE EXTENSION btree_gist;
  CREATE TYPE period AS RANGE (subtype = timestamptz);
  ${people} ${forum} ${games} ${archive}`
