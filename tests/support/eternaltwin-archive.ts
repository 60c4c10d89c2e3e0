import type pg from 'pg'

/** What Eternaltwin observed of one account of each game, in a community of `eternaltwin-rows.ts`. */

const day = (number: number) => `timestamptz '2021-03-0${number} 12:00Z'`
const seen = (...days: number[]) => `ARRAY[${days.map(day).join(', ')}]`
const id = (name: string) => `md5('${name}')::uuid`
const sets = (table: string, name: string) => `INSERT INTO ${table} VALUES (${id(name)}, sha256('${name}'))`

const dinoparc = `'dinoparc.com', '1'`
const dinoz = `'dinoparc.com', '501'`
const ice = `'hammerfest.fr', '1'`

const statements = [
  `INSERT INTO dinoparc_coins VALUES
    (period(${day(1)}, ${day(3)}), ${seen(1, 2)}, ${dinoparc}, 100), (period(${day(3)}, NULL), ${seen(3, 4)}, ${dinoparc}, 150)`,
  sets('dinoparc_item_count_maps', 'items'),
  `INSERT INTO dinoparc_item_count_map_items VALUES (${id('items')}, '4', 12), (${id('items')}, '7', 1)`,
  `INSERT INTO dinoparc_inventories VALUES (period(${day(1)}, NULL), ${seen(1)}, ${dinoparc}, ${id('items')})`,
  sets('dinoparc_reward_sets', 'rewards'),
  `INSERT INTO dinoparc_reward_set_items VALUES (${id('rewards')}, '3'), (${id('rewards')}, '11')`,
  sets('dinoparc_epic_reward_sets', 'epics'),
  `INSERT INTO dinoparc_epic_reward_set_items VALUES (${id('epics')}, 'demon')`,
  `INSERT INTO dinoparc_collections VALUES (period(${day(2)}, NULL), ${seen(2)}, ${dinoparc}, ${id('rewards')}, ${id('epics')})`,
  `INSERT INTO dinoparc_dinoz VALUES ('dinoparc.com', '501', ${day(1)}), ('dinoparc.com', '502', ${day(1)})`,
  `INSERT INTO dinoparc_user_dinoz_counts VALUES
    (period(${day(1)}, ${day(2)}), ${seen(1)}, ${dinoparc}, 2), (period(${day(2)}, NULL), ${seen(2)}, ${dinoparc}, 1)`,
  `INSERT INTO dinoparc_user_dinoz VALUES
    (period(${day(1)}, NULL), ${seen(1, 2)}, ${dinoparc}, 0, '501'), (period(${day(1)}, ${day(2)}), ${seen(1)}, ${dinoparc}, 1, '502')`,
  `INSERT INTO dinoparc_dinoz_names VALUES
    (period(${day(1)}, ${day(2)}), ${seen(1)}, ${dinoz}, 'Rex'), (period(${day(2)}, NULL), ${seen(2)}, ${dinoz}, NULL)`,
  `INSERT INTO dinoparc_dinoz_owners VALUES (period(${day(1)}, NULL), ${seen(1)}, ${dinoz}, '1')`,
  `INSERT INTO dinoparc_locations VALUES ('5') ON CONFLICT DO NOTHING`,
  `INSERT INTO dinoparc_dinoz_locations VALUES (period(${day(1)}, NULL), ${seen(1)}, ${dinoz}, '5')`,
  `INSERT INTO dinoparc_dinoz_levels VALUES (period(${day(1)}, NULL), ${seen(1)}, ${dinoz}, 9)`,
  `INSERT INTO dinoparc_dinoz_skins VALUES (period(${day(1)}, NULL), ${seen(1)}, ${dinoz}, 'Cargou', 'skin')`,
  sets('dinoparc_skill_level_maps', 'skills'),
  `INSERT INTO dinoparc_skill_level_map_items VALUES (${id('skills')}, 'Dexterity', 2)`,
  `INSERT INTO dinoparc_dinoz_profiles (
      period, retrieved_at, dinoparc_server, dinoparc_dinoz_id, life, experience, danger, in_tournament, elements, skills
    ) VALUES (period(${day(1)}, NULL), ${seen(1)}, ${dinoz}, 80, 40, -3, false, ROW(1, 2, 3, 4, 5), ${id('skills')})`,
  `INSERT INTO hammerfest_items VALUES ('0', false), ('12', false) ON CONFLICT DO NOTHING`,
  `INSERT INTO hammerfest_quests VALUES ('3') ON CONFLICT DO NOTHING`,
  sets('hammerfest_unlocked_item_sets', 'unlocked'),
  `INSERT INTO hammerfest_unlocked_item_set_items VALUES (${id('unlocked')}, '0'), (${id('unlocked')}, '12')`,
  sets('hammerfest_quest_status_maps', 'quests'),
  `INSERT INTO hammerfest_quest_status_map_items VALUES (${id('quests')}, '3', 'Pending')`,
  `INSERT INTO hammerfest_profiles VALUES
    (period(${day(1)}, NULL), ${seen(1)}, ${ice}, 1234, 21, NULL, ${id('quests')}, ${id('unlocked')})`,
  `INSERT INTO hammerfest_user_achievements VALUES (period(${day(1)}, NULL), ${seen(1)}, ${ice}, true, 2)`,
  `INSERT INTO hammerfest_tokens VALUES (period(${day(1)}, NULL), ${seen(1)}, ${ice}, 7)`,
]

export async function fillArchive(client: pg.Client): Promise<void> {
  for (const statement of statements) await client.query(statement)
}
