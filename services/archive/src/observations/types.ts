/**
 * The fields of each record type. A field's place is its bit in an observation's `fields`: new ones go to the end.
 */
export const fieldsOf = {
  GameAUser: ['username', 'coins', 'creatures', 'inventory', 'collection'],
  GameACreature: [
    'name',
    'owner',
    'location',
    'race',
    'skin',
    'life',
    'level',
    'experience',
    'danger',
    'in_tournament',
    'elements',
    'skills',
  ],
  GameBUser: ['username', 'profile', 'inventory'],
  GameCUser: ['display_name', 'links'],
  GameCScores: ['scores'],
  GameCRewards: ['stats', 'rewards'],
} as const

export type RecordType = keyof typeof fieldsOf
export const recordTypes = Object.keys(fieldsOf) as RecordType[]

/** Names one record: `scope` is the game server, of GameCRewards the site, else empty. */
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

/** Whether this is no field, but an entry of game C's links, such as `links.7.user`. */
export const isEntry = (name: string) => name.startsWith('links.')

export function bitOf(type: RecordType, field: string): number {
  const index = (fieldsOf[type] as readonly string[]).indexOf(field)
  if (index < 0) throw new Error(`${type} has no field ${field}`)
  return 1 << index
}

export function fieldsIn(type: RecordType, bits: number): string[] {
  return fieldsOf[type].filter((_, index) => (bits & (1 << index)) !== 0)
}
