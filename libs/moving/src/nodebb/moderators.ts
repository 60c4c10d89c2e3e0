import type { LineOf } from '../format/lines.ts'
import { EVERYBODY, membersOf } from './groups.ts'
import type { Keyspace } from './keyspace.ts'
import type { Sections } from './sections.ts'

/**
 * Moderators of categories, directly or through a group, and global ones. Administrators become GlobalModerators: this
 * instance chooses its own administrators.
 */
export async function* readModerators(keys: Keyspace, sections: Sections): AsyncGenerator<LineOf<'role'>> {
  for (const group of ['administrators', 'Global Moderators'])
    for (const { user, since } of await membersOf(keys, group))
      yield { type: 'role', user, role: 'GlobalModerator', since }
  for (const cid of sections.cids) {
    const own = await membersOf(keys, `cid:${cid}:privileges:moderate`)
    const groups = await namesIn(keys, `cid:${cid}:privileges:groups:moderate`)
    const members = await Promise.all(
      groups.filter((group) => !EVERYBODY.has(group)).map((group) => membersOf(keys, group)),
    )
    for (const { user, since } of [...own, ...members.flat()])
      yield { type: 'role', user, role: 'Moderator', section: sections.ofTopics(cid), since }
  }
}

async function namesIn(keys: Keyspace, group: string): Promise<string[]> {
  const [members = []] = await keys.sorted([`group:${group}:members`])
  return members.map(({ value }) => value)
}
