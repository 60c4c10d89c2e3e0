import type { Audience } from '@agora/shared/contracts/audience'
import type { Transaction } from '@agora/shared/database/sql'
import type { LineOf } from '../format/lines.ts'
import { importedId } from '../ids.ts'
import type { Written } from './batch.ts'
import type { ImportContext } from './context.ts'
import { freeKey } from './free-key.ts'
import type { Report } from './report.ts'
import { hasGroupKey, insertGroup, isGroup, readGroupKeys } from './store-groups.ts'

/** Of a group everything follows from its id: no time is known of it. */
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
