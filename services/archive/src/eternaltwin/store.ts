import { countRows, missingTables, openSnapshot, type Snapshot } from '@agora/shared/database/snapshot'

/** The tables that are read. */
const NEEDED = [
  ...['users', 'coins', 'inventories', 'collections', 'user_dinoz', 'user_dinoz_counts'],
  ...['dinoz_names', 'dinoz_owners', 'dinoz_locations', 'dinoz_levels', 'dinoz_skins', 'dinoz_profiles'],
]
  .map((name) => `dinoparc_${name}`)
  .concat('hammerfest_users', 'hammerfest_profiles', 'hammerfest_inventories', 'twinoid_users')

/** @throws Error if it is no Eternaltwin's database */
export async function openEternaltwin(url: string): Promise<Snapshot> {
  const snapshot = await openSnapshot(url, 'agora-archive-import')
  const missing = await missingTables(snapshot, NEEDED)
  if (missing.length === 0) return snapshot
  await snapshot.close()
  throw new Error(`this is no Eternaltwin of schema version 21 to 26: it has no ${missing.join(', ')}`)
}

/** What was seen of one thing at one time. */
export interface SeenRow {
  server: string | null
  id: string
  at: Date
  /** Values by field, as the archive has them. */
  seen: Record<string, unknown>
}

/** All that was seen of each thing, by time: an archive takes what comes in order in one pass. */
const inOrder = (source: Snapshot, parts: readonly string[]) =>
  source.rows<SeenRow>(`
    SELECT server, id, at, jsonb_object_agg(field, value) AS seen
    FROM (${parts.join(' UNION ALL ')}) AS part (server, id, at, field, value)
    GROUP BY server, id, at ORDER BY server, id, at`)

interface KeyColumns {
  server: string
  id: string
}

/** A field of a table's rows, at each time when it was confirmed. */
const confirmed = (table: string, { server, id }: KeyColumns, field: string, value: string) => `
  SELECT ${server}::text, ${id}::text, at, '${field}', to_jsonb(${value})
  FROM ${table} AS seen, unnest(retrieved_at) AS at`

/** A name that came with the thing itself. */
const named = (table: string, { server, id }: KeyColumns, field: string, value: string) => `
  SELECT ${server}::text, ${id}::text, archived_at, '${field}', to_jsonb(${value}::text) FROM ${table}`

/** A set that a row names, as a list of texts; none if it is empty. */
const members = (set: string, of: string, id: string, item: string) =>
  `coalesce((SELECT jsonb_agg(${item}::text ORDER BY ${item}) FROM ${set} AS one WHERE one.${id} = seen.${of}), '[]')`

/** A map that a row names, as an object. */
const entries = (map: string, of: string, id: string, key: string, value: string) =>
  `coalesce((SELECT jsonb_object_agg(${key}, ${value}) FROM ${map} AS one WHERE one.${id} = seen.${of}), '{}')`

const account: KeyColumns = { server: 'dinoparc_server', id: 'dinoparc_user_id' }
const dinoz: KeyColumns = { server: 'dinoparc_server', id: 'dinoparc_dinoz_id' }
const ice: KeyColumns = { server: 'hammerfest_server', id: 'hammerfest_user_id' }

const reference = (type: string, server: string, id: string, also = '') =>
  `jsonb_build_object('type', '${type}', 'server', ${server}::text, 'id', ${id}::text ${also})`

export const readGameAUsers = (source: Snapshot) =>
  inOrder(source, [
    named('dinoparc_users', account, 'username', 'username'),
    confirmed('dinoparc_coins', account, 'coins', 'coins'),
    confirmed(
      'dinoparc_inventories',
      account,
      'inventory',
      entries(
        'dinoparc_item_count_map_items',
        'item_counts',
        'dinoparc_item_count_map_id',
        'dinoparc_item_id',
        'count',
      ),
    ),
    confirmed(
      'dinoparc_collections',
      account,
      'collection',
      `jsonb_build_object('rewards', ${members('dinoparc_reward_set_items', 'dinoparc_reward_set_id', 'dinoparc_reward_set_id', 'dinoparc_reward_id')},
        'epic_rewards', ${members('dinoparc_epic_reward_set_items', 'dinoparc_epic_reward_set_id', 'dinoparc_epic_reward_set_id', 'dinoparc_epic_reward_key')})`,
    ),
    // Each place of the list has periods of its own; the count says how many places there were.
    confirmed(
      'dinoparc_user_dinoz_counts',
      account,
      'creatures',
      `coalesce((SELECT jsonb_agg(${reference('GameACreature', 'one.dinoparc_server', 'one.dinoparc_dinoz_id')} ORDER BY offset_in_list)
        FROM dinoparc_user_dinoz AS one
        WHERE one.dinoparc_server = seen.dinoparc_server AND one.dinoparc_user_id = seen.dinoparc_user_id
          AND one.period @> at AND one.offset_in_list < seen.dinoz_count), '[]')`,
    ),
  ])

export const readGameACreatures = (source: Snapshot) =>
  inOrder(source, [
    confirmed('dinoparc_dinoz_names', dinoz, 'name', 'name::text'),
    confirmed(
      'dinoparc_dinoz_owners',
      dinoz,
      'owner',
      reference(
        'GameAUser',
        'seen.dinoparc_server',
        'seen.owner',
        `, 'username', (SELECT username FROM dinoparc_users AS one
          WHERE one.dinoparc_server = seen.dinoparc_server AND one.dinoparc_user_id = seen.owner)`,
      ),
    ),
    confirmed('dinoparc_dinoz_locations', dinoz, 'location', 'location::text'),
    confirmed('dinoparc_dinoz_levels', dinoz, 'level', 'level'),
    ...['race', 'skin'].map((name) => confirmed('dinoparc_dinoz_skins', dinoz, name, `${name}::text`)),
    ...['life', 'experience', 'danger', 'in_tournament'].map((name) =>
      confirmed('dinoparc_dinoz_profiles', dinoz, name, name),
    ),
    confirmed('dinoparc_dinoz_profiles', dinoz, 'elements', 'elements'),
    confirmed(
      'dinoparc_dinoz_profiles',
      dinoz,
      'skills',
      entries(
        'dinoparc_skill_level_map_items',
        'skills',
        'dinoparc_skill_level_map_id',
        'dinoparc_skill',
        'level',
      ),
    ),
  ])

export const readGameBUsers = (source: Snapshot) =>
  inOrder(source, [
    named('hammerfest_users', ice, 'username', 'username'),
    confirmed(
      'hammerfest_profiles',
      ice,
      'profile',
      `jsonb_build_object('best_score', best_score, 'best_level', best_level,
        'game_completed', EXISTS (SELECT FROM hammerfest_user_achievements AS one WHERE one.has_carrot
          AND one.hammerfest_server = seen.hammerfest_server AND one.hammerfest_user_id = seen.hammerfest_user_id AND one.period @> at),
        'items', ${members('hammerfest_unlocked_item_set_items', 'unlocked_items', 'hammerfest_unlocked_item_set_id', 'hammerfest_item_id')},
        'quests', ${entries('hammerfest_quest_status_map_items', 'quest_statuses', 'hammerfest_quest_status_map_id', 'hammerfest_quest_id', 'status')})`,
    ),
    confirmed(
      'hammerfest_inventories',
      ice,
      'inventory',
      entries(
        'hammerfest_item_count_map_items',
        'item_counts',
        'hammerfest_item_count_map_id',
        'hammerfest_item_id',
        'count',
      ),
    ),
  ])

export const readGameCUsers = (source: Snapshot) =>
  inOrder(source, [named('twinoid_users', { server: 'NULL', id: 'twinoid_user_id' }, 'display_name', 'name')])

/** What was observed of the games and has no place in this archive. */
const UNKNOWN_HERE = {
  dinoparc_bills: 'numbers of bills at Dinoparc were not taken',
  hammerfest_tokens: 'numbers of tokens at Hammerfest were not taken',
  hammerfest_shops: 'states of the shop at Hammerfest were not taken',
  hammerfest_godchildren: 'godchildren at Hammerfest were not taken',
  hammerfest_emails: 'addresses at Hammerfest were not taken',
  hammerfest_best_season_ranks: 'best ranks of a season at Hammerfest were not taken',
  hammerfest_forum_roles: 'roles in the forum of Hammerfest were not taken',
  hammerfest_forum_threads: 'threads of the forum of Hammerfest were not taken',
  hammerfest_forum_posts: 'posts of the forum of Hammerfest were not taken',
}

/** What is left behind, in sentences. */
export const readLeft = (source: Snapshot): Promise<string[]> => countRows(source, UNKNOWN_HERE)
