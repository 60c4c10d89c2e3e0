import { hash } from 'node:crypto'
import type { LineOf } from '../format/lines.ts'
import type { Keyspace } from './keyspace.ts'
import { isLocalId, timeOf } from './values.ts'

/** Everybody and nobody: who is in one of these is nobody in particular. */
export const EVERYBODY = new Set([
  'registered-users',
  'verified-users',
  'unverified-users',
  'guests',
  'spiders',
  'fediverse',
  'banned-users',
])

/** Groups are known by their names, of any characters. */
export const groupLineId = (name: string): string => hash('sha256', name)

const LONGEST_NAME = 128

export const groupLines = (names: readonly string[]): LineOf<'group'>[] =>
  names.map((name) => ({
    type: 'group',
    id: groupLineId(name),
    display_name: [...name].slice(0, LONGEST_NAME).join(''),
  }))

/** Who is in these groups. */
export async function* readGroupMembers(
  keys: Keyspace,
  names: readonly string[],
): AsyncGenerator<LineOf<'group_member'>> {
  for (const name of names)
    for (const { user, since } of await membersOf(keys, name))
      yield { type: 'group_member', group: groupLineId(name), user, since }
}

export async function membersOf(keys: Keyspace, group: string): Promise<{ user: string; since: string }[]> {
  const [members = []] = await keys.sorted([`group:${group}:members`])
  return members
    .filter(({ value }) => isLocalId(value))
    .map(({ value, score }) => ({ user: value, since: timeOf(score) }))
}
