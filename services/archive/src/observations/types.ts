import { Type } from 'typebox'
import { observedFields } from './values.ts'

const schemas = observedFields(Type.String())

export type RecordType = keyof typeof schemas

/** The names of a type's fields, as declared. */
const namesOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields & string)[]

export const recordTypes = namesOf(schemas)

/** The fields of each record type. A field's index is its bit in an observation's `fields`. */
export const fieldsOf = {
  GameAUser: namesOf(schemas.GameAUser),
  GameACreature: namesOf(schemas.GameACreature),
  GameBUser: namesOf(schemas.GameBUser),
  GameCUser: namesOf(schemas.GameCUser),
  GameCScores: namesOf(schemas.GameCScores),
  GameCRewards: namesOf(schemas.GameCRewards),
} satisfies Record<RecordType, string[]>

/** Identifies a record: `scope` is the game server, the site for GameCRewards, otherwise empty. */
export interface RecordKey {
  type: RecordType
  scope: string
  subject: string
}

/** What the scope of a type's records is. */
export const scopeOf = {
  GameAUser: 'game_a',
  GameACreature: 'game_a',
  GameBUser: 'game_b',
  GameCUser: 'none',
  GameCScores: 'none',
  GameCRewards: 'site',
} as const satisfies Record<RecordType, 'game_a' | 'game_b' | 'site' | 'none'>

/** The field that holds the name of a type's records; the others have none. */
export const nameFieldOf: { readonly [Type in RecordType]?: string } = {
  GameAUser: 'username',
  GameACreature: 'name',
  GameBUser: 'username',
  GameCUser: 'display_name',
}

/** Whether this is an entry of game C's links, such as `links.7.user`, rather than a field. */
export const isEntry = (name: string) => name.startsWith('links.')

export function bitOf(type: RecordType, field: string): number {
  const names: readonly string[] = fieldsOf[type]
  const place = names.indexOf(field)
  if (place < 0) throw new Error(`${type} has no field ${field}`)
  return 1 << place
}

/** The fields with these bits, in order of their bits. */
export function fieldsIn(type: RecordType, bits: number): string[] {
  const names: readonly string[] = fieldsOf[type]
  return names.filter((_, place) => (bits & (1 << place)) !== 0)
}
