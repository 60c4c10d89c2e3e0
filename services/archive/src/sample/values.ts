import type { RecordType } from '../observations/types.ts'
import type { Dice } from './random.ts'

const names = [
  'Ash',
  'Brook',
  'Cléo',
  'Dune',
  'Élan',
  'Fern',
  'Gale',
  'Hazel',
  'Iris',
  'Juno',
  'Łuna',
  'Moss',
]
const races = ['Castivore', 'Gorilloz', 'Moueffe', 'Nuagoz', 'Pigmou', 'Planaille', 'Sirain', 'Winks']
const skills = [
  'agility',
  'cooking',
  'dexterity',
  'intelligence',
  'perception',
  'stamina',
  'strength',
  'swimming',
]
const items = Array.from({ length: 40 }, (_, index) => String(index + 1))
const epics = ['antidote', 'crown', 'first_wave', 'lantern', 'old_guard']
const sites = [
  { id: 2, host: 'puzzle.game-c.example', name: 'Puzzle', locale: 'en-US', description: 'A puzzle a day' },
  { id: 7, host: 'arena.game-c.example', name: 'Arène', locale: 'fr-FR', description: 'Un combat par jour' },
  { id: 31, host: 'garden.game-c.example', name: 'Garden', locale: 'en-US', description: '' },
]
export const siteIds = sites.map(({ id }) => id)

/** A record's location: what its values may refer to. */
export interface SampledRecord {
  server: string
  subject: string
  /** Ids of the creatures of the account of this id, and of the account that owns the creature of this id. */
  creatures: readonly string[]
  owner: string
}

type Maker = (dice: Dice, place: SampledRecord) => unknown

const name: Maker = (dice, { subject }) => `${dice.one(names)}${subject.slice(-4)}`
const inventory: Maker = (dice) =>
  Object.fromEntries(dice.some(items, 8).map((item) => [item, dice.integer(1, 99)]))
const percentage: Maker = (dice) => dice.integer(0, 100)
const elements = ['fire', 'earth', 'water', 'thunder', 'air']

const gameA = {
  username: name,
  coins: (dice: Dice) => dice.integer(0, 250_000),
  creatures: (dice: Dice, { server, creatures }: SampledRecord) =>
    dice.some(creatures, creatures.length).map((id) => ({ type: 'GameACreature', server, id })),
  inventory,
  collection: (dice: Dice) => ({ rewards: dice.some(items, 10), epic_rewards: dice.some(epics, 3) }),
}

/** Makes a value for each field of each type. */
export const makers: { readonly [Type in RecordType]: Readonly<Record<string, Maker>> } = {
  GameAUser: gameA,
  GameACreature: {
    name,
    owner: (dice, { server, owner }) => ({
      type: 'GameAUser',
      server,
      id: owner,
      username: `${dice.one(names)}${owner.slice(-4)}`,
    }),
    location: (dice) => String(dice.integer(0, 22)),
    race: (dice) => dice.one(races),
    skin: (dice) => `0${dice.integer(10_000, 99_999)}AbC`,
    life: percentage,
    level: (dice) => dice.integer(1, 80),
    experience: percentage,
    danger: (dice) => dice.integer(-50, 200),
    in_tournament: (dice) => dice.chance(0.2),
    elements: (dice) => Object.fromEntries(elements.map((element) => [element, dice.integer(0, 30)])),
    skills: (dice) => Object.fromEntries(dice.some(skills, 6).map((skill) => [skill, dice.integer(0, 5)])),
  },
  GameBUser: {
    username: name,
    profile: (dice) => ({
      best_score: dice.integer(0, 2_000_000),
      best_level: dice.integer(0, 103),
      game_completed: dice.chance(0.3),
      items: dice.some(items, 12),
      quests: Object.fromEntries(
        dice.some(items.slice(0, 10), 6).map((quest) => [quest, dice.one(['None', 'Pending', 'Complete'])]),
      ),
    }),
    inventory,
  },
  GameCUser: {
    display_name: name,
    links: (dice) =>
      dice
        .some(sites, 3)
        .map(({ id, host }) => ({ site: { id, host }, user: { id: dice.integer(1, 9_000) } })),
  },
  GameCScores: {
    scores: (dice) =>
      dice.some(sites, 3).map(({ id, name: site, locale, description }) => ({
        site: { id, lang: [{ locale, description }], name: site },
        points: dice.integer(0, 5_000) / 2,
      })),
  },
  GameCRewards: {
    stats: (dice) =>
      dice
        .some(epics, 4)
        .map((key) => ({ stat_key: key, score: dice.integer(0, 900), rarity: dice.integer(0, 3) })),
    rewards: (dice) =>
      dice.some(epics, 4).map((key) => ({ achievement_key: key, points: dice.integer(0, 80) / 4 })),
  },
}
