import { nullable, ShortUser } from '@agora/shared/contracts/types'
import { type Static, type TSchema, Type } from 'typebox'
import { observedFields, SiteId } from '../../observations/values.ts'

const fields = observedFields(Type.String())
const Time = Type.String({ description: 'ISO 8601 UTC with milliseconds' })

/** What a field read when it was last seen: since when, until when (null: it holds), and when that was confirmed. */
const snapshot = <Value extends TSchema>(value: Value) =>
  Type.Object({
    latest: Type.Object({
      period: Type.Object({ start: Time, end: nullable(Time) }),
      retrieved: Type.Object({ latest: Time }),
      value,
    }),
  })

/** Null: never archived. */
const archived = <Value extends TSchema>(value: Value) => nullable(snapshot(value))

const LinkAct = Type.Object({ time: Time, user: ShortUser })
const Link = Type.Object({
  link: LinkAct,
  unlink: nullable(LinkAct),
  user: ShortUser,
})
/** The members that the game account is and was linked to. */
export const Svc = Type.Object({ current: nullable(Link), old: Type.Array(Link) })

/** The periods of one field, newest first. */
export const ArchivePeriods = Type.Object({
  type: Type.Literal('ArchivePeriods'),
  field: Type.String(),
  items: Type.Array(
    Type.Object({
      period: Type.Object({ start: Time, end: nullable(Time) }),
      retrieved: Type.Object({ latest: Time }),
      value: Type.Unknown({ description: 'What the field read, as the record shows it.' }),
    }),
  ),
  offset: Type.Integer(),
  limit: Type.Integer({ description: 'Less than was asked for where the values are many megabytes.' }),
  count: Type.Integer(),
})
export type ArchivePeriods = Static<typeof ArchivePeriods>

const account = { id: Type.String(), archived_at: Time }
const GameAServer = { server: Type.String() }
const Name = nullable(Type.String())

const a = fields.GameAUser
export const GameAUser = Type.Object({
  type: Type.Literal('GameAUser'),
  ...GameAServer,
  ...account,
  username: Name,
  coins: archived(a.coins),
  creatures: archived(a.creatures),
  inventory: archived(a.inventory),
  collection: archived(a.collection),
  svc: Svc,
})
export type GameAUser = Static<typeof GameAUser>

const creature = fields.GameACreature
export const GameACreature = Type.Object({
  type: Type.Literal('GameACreature'),
  ...GameAServer,
  ...account,
  name: archived(creature.name),
  owner: archived(creature.owner),
  location: archived(creature.location),
  race: archived(creature.race),
  skin: archived(creature.skin),
  life: archived(creature.life),
  level: archived(creature.level),
  experience: archived(creature.experience),
  danger: archived(creature.danger),
  in_tournament: archived(creature.in_tournament),
  elements: archived(creature.elements),
  skills: archived(creature.skills),
})
export type GameACreature = Static<typeof GameACreature>

const b = fields.GameBUser
export const GameBUser = Type.Object({
  type: Type.Literal('GameBUser'),
  server: Type.String(),
  id: Type.String(),
  username: Name,
  archived_at: Time,
  profile: archived(b.profile),
  inventory: archived(b.inventory),
  svc: Svc,
})
export type GameBUser = Static<typeof GameBUser>

/** One account on one of game C's sites; the period's end says when the link was gone. */
const SiteLink = Type.Object({
  site: Type.Object({ type: Type.Literal('GameCSite'), id: SiteId, host: Type.String() }),
  user: snapshot(Type.Object({ id: SiteId })),
})

export const GameCUser = Type.Object({
  type: Type.Literal('GameCUser'),
  ...account,
  display_name: Name,
  links: nullable(Type.Array(SiteLink)),
  svc: Svc,
})
export type GameCUser = Static<typeof GameCUser>

const { site, points } = fields.GameCScores.scores.items.properties
export const GameCScores = Type.Array(
  Type.Object({ site: Type.Object({ type: Type.Literal('GameCSite'), ...site.properties }), points }),
)
export type GameCScores = Static<typeof GameCScores>

export const GameCRewards = Type.Object({
  stats: fields.GameCRewards.stats,
  rewards: fields.GameCRewards.rewards,
})
export type GameCRewards = Static<typeof GameCRewards>
