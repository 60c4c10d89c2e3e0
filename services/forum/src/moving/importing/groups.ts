import type { LineOf } from '@agora/moving/format/lines'
import type { Audience } from '@agora/shared/contracts/audience'
import type { Transaction } from '@agora/shared/database/sql'
import type { SectionAccess } from '../../areas/sections/schemas.ts'
import { importedId } from '../ids.ts'
import type { Written } from './batch.ts'
import type { ImportContext } from './context.ts'
import { freeKey } from './free-key.ts'
import type { Report } from './report.ts'
import { hasGroupKey, insertGroup, isGroup, readGroupKeys } from './store-groups.ts'

/** The id of a group follows from its old one alone: no time is known of it. */
export const groupId = (source: string, oldId: string) => importedId(source, 'group', oldId, 0)

/** Creates groups. One whose key is taken gets another: who is in it must not read what the other one may. */
export async function takeGroups(
  { db, source }: ImportContext,
  groups: readonly Written<'group'>[],
  report: Report,
): Promise<void> {
  if (groups.length === 0) return
  await db.transaction(async (tx) => {
    for (const { number, line } of groups) {
      const id = groupId(source, line.id)
      if (await isGroup(tx, id)) {
        report.pass('group')
        continue
      }
      const isTaken = (key: string) => hasGroupKey(tx, key)
      const wanted = line.key
      const key =
        wanted !== undefined && !(await isTaken(wanted))
          ? wanted
          : await freeKey('group', { id: line.id, display_name: wanted ?? line.display_name }, isTaken)
      if (wanted !== undefined && key !== wanted)
        report.note(number, `group ${line.id} has the key ${key}: ${wanted} is another group`)
      await insertGroup(tx, { id, key, displayName: line.display_name })
      report.take('group')
    }
  })
}

export const forModerators = { readers: 'Moderators', writers: 'Moderators' } as const satisfies SectionAccess

/** Both audiences, each no wider than that above; one that is not asked for is that above. */
export function within(
  above: SectionAccess,
  { readers, writers }: { readers: Audience | undefined; writers: Audience | undefined },
): SectionAccess {
  return {
    readers: narrower(above.readers, readers),
    // Among writers, everyone is every member.
    writers:
      above.writers === 'Members' && writers === 'Everyone' ? writers : narrower(above.writers, writers),
  }
}

const narrowness = { Everyone: 0, Members: 1, Groups: 2, Moderators: 3 }
const kindOf = (audience: Audience) => (typeof audience === 'string' ? audience : 'Groups')

function narrower(above: Audience, asked: Audience | undefined): Audience {
  if (asked === undefined || narrowness[kindOf(asked)] < narrowness[kindOf(above)]) return above
  if (typeof asked === 'string' || typeof above === 'string') return asked
  const groups = asked.groups.filter((key) => above.groups.includes(key))
  if (groups.length === asked.groups.length) return asked
  return groups.length === 0 ? 'Moderators' : { groups }
}

type Moved = LineOf<'section'>['readers']

/** Whom an imported section is for; where none of its groups is known, its moderators. */
export async function audienceOf(
  tx: Transaction,
  source: string,
  moved: Moved,
): Promise<Audience | undefined> {
  if (typeof moved !== 'object') return moved
  const keys = await readGroupKeys(
    tx,
    moved.groups.map((oldId) => groupId(source, oldId)),
  )
  return keys.size === 0 ? 'Moderators' : { groups: [...keys.values()] }
}
