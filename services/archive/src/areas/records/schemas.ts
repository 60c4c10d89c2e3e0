import { pageQuery } from '@agora/shared/contracts/pagination'
import { described, nullable, ShortUser, Timestamp } from '@agora/shared/contracts/types'
import { type Static, type TSchema, Type } from 'typebox'
import { observedFields, SiteId } from '../../observations/values.ts'

/** The path parameters, by name. Any text: a malformed id matches nothing. */
export const pathParameters = {
  server: Type.String({ description: 'The game’s server, as the configuration names it.' }),
  user_id: Type.String({ description: 'The game’s own id of the account, decimal.' }),
  creature_id: Type.String({ description: 'The game’s own id of the creature, decimal.' }),
  site_id: Type.String({ description: 'Id of the site, an integer.' }),
}

const fields = observedFields(Type.String())
const Time = described(Timestamp, 'ISO 8601 in UTC with milliseconds.')

const Period = Type.Object(
  {
    start: described(Time, 'When it was first seen with this value.'),
    end: nullable(Time, 'When it got another value; null if it still has this one.'),
  },
  { description: 'How long it had this value.' },
)
const Retrieved = Type.Object(
  { latest: described(Time, 'When it was last seen with this value.') },
  { description: 'When it was seen.' },
)

/** A field's last known value: since when, until when (null: it still holds), and when it was last confirmed. */
const snapshot = <Value extends TSchema>(value: Value) =>
  Type.Object({
    latest: Type.Object(
      { period: Period, retrieved: Retrieved, value: described(value, 'The value.') },
      { description: 'As it was last seen.' },
    ),
  })

/** Null if never archived. */
const archived = <Value extends TSchema>(value: Value, description: string) =>
  nullable(snapshot(value), `${description} Null: never archived.`)

const LinkAct = Type.Object({
  time: described(Time, 'When it was done.'),
  user: described(ShortUser, 'Who did it.'),
})
const Link = Type.Object({
  link: described(LinkAct, 'How the accounts were linked.'),
  unlink: nullable(LinkAct, 'How the link ended; null while it lasts.'),
  user: described(ShortUser, 'The member.'),
})
/** The members that the game account is and was linked to. */
export const Svc = Type.Object(
  {
    current: nullable(Link, 'The current link.'),
    old: Type.Array(Link, { description: 'Past links.' }),
  },
  { description: 'The members that the account is and was linked to.' },
)

/** The periods of one field, newest first. */
export const ArchivePeriods = Type.Object({
  type: Type.Literal('ArchivePeriods'),
  field: Type.String({ description: 'The requested field.' }),
  items: Type.Array(
    Type.Object({
      period: Period,
      retrieved: Retrieved,
      value: Type.Unknown({ description: 'The value, as the record shows it.' }),
    }),
    { description: 'The periods, newest first.' },
  ),
  offset: Type.Integer({ description: 'How many periods were skipped.' }),
  limit: Type.Integer({ description: 'Less than requested if the values are many megabytes.' }),
  count: Type.Integer({ description: 'The total number of periods.' }),
})
export type ArchivePeriods = Static<typeof ArchivePeriods>

/** The types of records that have names. */
const NamedType = Type.Enum(['GameAUser', 'GameACreature', 'GameBUser', 'GameCUser'], {
  description: 'What it is.',
})

export const recordsQuery = (defaultLimit: number) =>
  Type.Object({
    type: Type.Optional(described(NamedType, 'Only records of this type.')),
    server: Type.Optional(
      Type.String({ format: 'text', description: 'Only records of this server of a game.' }),
    ),
    name: Type.Optional(
      Type.String({
        format: 'text',
        description: 'Only those whose last name begins with this; case, accents and the like are ignored.',
      }),
    ),
    after: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]+/[^/\\u0000]*/[0-9]{1,20}$',
        description: 'Only those that follow: the `next` of the page before.',
      }),
    ),
    limit: pageQuery(defaultLimit).properties.limit,
  })
export type RecordsQuery = Static<ReturnType<typeof recordsQuery>>

/** Records by name. */
export const ArchivedRecords = Type.Object({
  type: Type.Literal('ArchivedRecords'),
  items: Type.Array(
    Type.Object({
      type: NamedType,
      server: nullable(Type.String(), 'The game’s server; null in game C, which has none.'),
      id: Type.String({ description: 'The game’s own id, decimal.' }),
      name: nullable(Type.String(), 'Its last known name; null if it has none.'),
      archived_at: described(Time, 'When it was first observed.'),
      retrieved_at: described(Time, 'When it was last observed.'),
    }),
    { description: 'In the order of their names; those without one come last.' },
  ),
  limit: Type.Integer({ description: 'The maximum number of items on the page.' }),
  next: nullable(Type.String(), 'The `after` of the next page; null on the last one.'),
})
export type ArchivedRecords = Static<typeof ArchivedRecords>

const Id = Type.String({ description: 'The game’s own id, decimal.' })
const ArchivedAt = described(Time, 'When it was first observed.')
const account = { id: Id, archived_at: ArchivedAt }
const Server = Type.String({ description: 'The game’s server.' })
const GameAServer = { server: Server }
const Name = nullable(Type.String(), 'Its last known name. Null: never archived.')

const a = fields.GameAUser
export const GameAUser = Type.Object({
  type: Type.Literal('GameAUser'),
  ...GameAServer,
  ...account,
  username: Name,
  coins: archived(a.coins, 'Its number of coins.'),
  creatures: archived(a.creatures, 'Its creatures.'),
  inventory: archived(a.inventory, 'Its number of each item.'),
  collection: archived(a.collection, 'Its collection.'),
  svc: Svc,
})
export type GameAUser = Static<typeof GameAUser>

const creature = fields.GameACreature
export const GameACreature = Type.Object({
  type: Type.Literal('GameACreature'),
  ...GameAServer,
  ...account,
  name: archived(creature.name, 'Its name; the value is null if it has none.'),
  owner: archived(creature.owner, 'The account that owns it.'),
  location: archived(creature.location, 'Id of its location.'),
  race: archived(creature.race, 'Its race.'),
  skin: archived(creature.skin, 'Its appearance.'),
  life: archived(creature.life, 'Its remaining life, in percent.'),
  level: archived(creature.level, 'Its level.'),
  experience: archived(creature.experience, 'Its progress to the next level, in percent.'),
  danger: archived(creature.danger, 'How dangerous it is.'),
  in_tournament: archived(creature.in_tournament, 'Whether it fights in a tournament.'),
  elements: archived(creature.elements, 'Its strength in each element.'),
  skills: archived(creature.skills, 'Its level in each skill, 0 to 5.'),
})
export type GameACreature = Static<typeof GameACreature>

const b = fields.GameBUser
export const GameBUser = Type.Object({
  type: Type.Literal('GameBUser'),
  server: Server,
  id: Id,
  username: Name,
  archived_at: ArchivedAt,
  profile: archived(b.profile, 'Its achievements.'),
  inventory: archived(b.inventory, 'Its number of each item.'),
  svc: Svc,
})
export type GameBUser = Static<typeof GameBUser>

/** An account on one of game C's sites; the period's end says when the link was gone. */
const SiteLink = Type.Object({
  site: Type.Object(
    {
      type: Type.Literal('GameCSite'),
      id: described(SiteId, 'The site’s id.'),
      host: Type.String({ description: 'The site’s host name.' }),
    },
    { description: 'The site.' },
  ),
  user: described(
    snapshot(Type.Object({ id: described(SiteId, 'The account’s id on the site.') })),
    'The account there.',
  ),
})

export const GameCUser = Type.Object({
  type: Type.Literal('GameCUser'),
  ...account,
  display_name: Name,
  links: nullable(Type.Array(SiteLink), 'Its accounts on the game’s sites. Null: never archived.'),
  svc: Svc,
})
export type GameCUser = Static<typeof GameCUser>

const { site, points } = fields.GameCScores.scores.items.properties
export const GameCScores = Type.Array(
  Type.Object({
    site: Type.Object({ type: Type.Literal('GameCSite'), ...site.properties }, { description: 'The site.' }),
    points: described(points, 'The score.'),
  }),
)
export type GameCScores = Static<typeof GameCScores>

export const GameCRewards = Type.Object({
  stats: described(fields.GameCRewards.stats, 'The account’s achievements.'),
  rewards: described(fields.GameCRewards.rewards, 'The account’s rewards.'),
})
export type GameCRewards = Static<typeof GameCRewards>
