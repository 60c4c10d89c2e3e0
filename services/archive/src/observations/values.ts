import { described, nullable, text } from '@agora/shared/contracts/types'
import { type Static, type TSchema, Type } from 'typebox'

/** A decimal id as the games assign them. */
export const DecimalId = Type.String({ pattern: '^[0-9]{1,20}$' })
/** The integer id of one of game C's sites. */
export const SiteId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Integer = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const Percentage = Type.Integer({ minimum: 0, maximum: 100 })
/** The bounds also exclude what JSON can express and a double cannot, such as 1e400. */
const Number_ = Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE })
const Name = text(1, 256)
/** A name used as a key; it begins with a letter or a digit, unlike every key that is special in JavaScript. */
const Key = Type.String({ pattern: "^[\\p{L}\\p{N}][\\p{L}\\p{N} _.:'()-]{0,99}$" })

/** An object as a map: its keys are data. */
const map = <Value extends TSchema>(keys: TSchema, value: Value) =>
  Type.Unsafe<Record<string, Static<Value>>>({
    type: 'object',
    propertyNames: keys,
    additionalProperties: value,
  })

/** Equal whatever the order of its items; stored in ascending order. */
const set = <Item extends TSchema>(item: Item) => Type.Array(item, { isSet: true })

const Inventory = map(DecimalId, Count)
const Id = described(DecimalId, 'The game’s own id, decimal.')
const game = <Server extends TSchema>(server: Server) => ({
  server: described(server, 'The game’s server.'),
})

const GameBUser = {
  username: Name,
  profile: Type.Object({
    best_score: described(Integer, 'The best score.'),
    best_level: described(Integer, 'The highest level.'),
    game_completed: Type.Boolean({ description: 'Whether the game was completed.' }),
    items: described(set(DecimalId), 'Ids of the items found.'),
    quests: described(map(DecimalId, Type.Enum(['None', 'Pending', 'Complete'])), 'The state of each quest.'),
  }),
  inventory: Inventory,
}

const GameCUser = {
  display_name: Name,
  links: Type.Array(
    Type.Object({ site: Type.Object({ id: SiteId, host: Name }), user: Type.Object({ id: SiteId }) }),
  ),
}

const GameCScores = {
  scores: Type.Array(
    Type.Object({
      site: Type.Object({
        id: described(SiteId, 'The site’s id.'),
        lang: Type.Array(
          Type.Object({
            locale: described(text(1, 64), 'The language.'),
            description: nullable(text(0, 4096), 'The site’s description in this language.'),
          }),
          { description: 'Descriptions of the site, by language.' },
        ),
        name: described(Name, 'The site’s name.'),
      }),
      points: Number_,
    }),
  ),
}

const GameCRewards = {
  stats: Type.Array(
    Type.Object({
      stat_key: described(Name, 'The name of the statistic.'),
      score: described(Number_, 'Its value.'),
      rarity: described(Integer, 'Its rarity.'),
    }),
  ),
  rewards: Type.Array(
    Type.Object({
      achievement_key: described(Name, 'What it was given for.'),
      points: described(Number_, 'Its worth, in points.'),
    }),
  ),
}

/**
 * Every record type with its fields and the shape of their values. The importer validates with it and the routes answer
 * with it; a field's index is its bit in the store, so new ones go to the end of their type. `server` is the schema of
 * a game A server: any text in an answer, a configured one in an observation.
 */
export const observedFields = <Server extends TSchema>(server: Server) => ({
  GameAUser: {
    username: Name,
    coins: Count,
    creatures: Type.Array(Type.Object({ type: Type.Literal('GameACreature'), ...game(server), id: Id })),
    inventory: Inventory,
    collection: Type.Object({
      rewards: described(set(DecimalId), 'Ids of its rewards.'),
      epic_rewards: described(set(Name), 'Keys of its epic rewards.'),
    }),
  },
  GameACreature: {
    /** Null if it was observed to have none. */
    name: nullable(Name),
    owner: Type.Object({
      type: Type.Literal('GameAUser'),
      ...game(server),
      id: Id,
      username: described(Name, 'The account’s name.'),
    }),
    location: DecimalId,
    race: Name,
    skin: Name,
    life: Percentage,
    level: Count,
    experience: Percentage,
    danger: Integer,
    in_tournament: Type.Boolean(),
    elements: Type.Object({
      fire: described(Integer, 'Fire.'),
      earth: described(Integer, 'Earth.'),
      water: described(Integer, 'Water.'),
      thunder: described(Integer, 'Thunder.'),
      air: described(Integer, 'Air.'),
    }),
    skills: map(Key, Type.Integer({ minimum: 0, maximum: 5 })),
  },
  GameBUser,
  GameCUser,
  GameCScores,
  GameCRewards,
})
