import { isDeepStrictEqual } from 'node:util'
import type { LineOf } from '@agora/moving/format/lines'
import type { Audience } from '@agora/shared/contracts/audience'
import type { Transaction } from '@agora/shared/database/sql'
import { readAccess, writeAccess } from '../../areas/sections/store-audiences.ts'
import { isOpenBelowArchived, writeArchived } from '../../areas/sections/store-closing.ts'
import {
  findByKey,
  holdsThreads,
  levelOf,
  lockTree,
  refreshAncestors,
  writeSection,
} from '../../areas/sections/store-tree.ts'
import { importedId } from '../ids.ts'
import type { Written } from './batch.ts'
import type { ImportContext } from './context.ts'
import { freeKey } from './free-key.ts'
import { audienceOf, forModerators, within } from './groups.ts'
import type { References } from './references.ts'
import type { Report } from './report.ts'
import { noteImported } from './store-imported.ts'
import { ageSection, isSection } from './store-sections.ts'

/** Creates sections, each below an existing one; one whose key exists becomes that section. */
export async function takeSections(
  context: ImportContext,
  sections: readonly Written<'section'>[],
  references: References,
  report: Report,
): Promise<void> {
  if (sections.length === 0) return
  await context.db.transaction(async (tx) => {
    await lockTree(tx)
    for (const { number, line } of sections) {
      if (references.get('section', line.id)) report.pass('section')
      else await takeSection(context, tx, number, line, references, report)
    }
    await refreshAncestors(tx)
  })
}

async function takeSection(
  { source }: ImportContext,
  tx: Transaction,
  number: number,
  line: LineOf<'section'>,
  references: References,
  report: Report,
): Promise<void> {
  const id = importedId(source, 'section', line.id, Date.parse(line.created_at ?? '1970-01-01T00:00:00Z'))
  const readers = await audienceOf(tx, source, line.readers)
  const before = (await isSection(tx, id)) ? { id } : await sameByKey(tx, line, readers)
  if (before) {
    if (line.created_at) await ageSection(tx, before.id, line.created_at)
    report.note(number, `section ${line.id} is one that was here before`)
  } else {
    const known = references.id('section', line.parent) ?? null
    const fault = line.parent ? await faultOfParent(tx, known) : undefined
    if (fault) report.note(number, `its parent ${line.parent} ${fault}: it is below none`)
    const parentId = fault ? null : known
    const isTaken = async (key: string) => (await findByKey(tx, key)) !== undefined
    const key = line.key && !(await isTaken(line.key)) ? line.key : await freeKey('section', line, isTaken)
    const { display_name, locale = null, order = 0, description, colour, created_at: ctime = null } = line
    const face = { ...(description && { description }), ...(colour && { colour }) }
    await writeSection(tx, { key, display_name, locale, order, ...face }, undefined, parentId, { id, ctime })
    if (line.is_archived || (await isOpenBelowArchived(tx, id))) await writeArchived(tx, id, true)
    const writers = await audienceOf(tx, source, line.writers)
    const above = known === null ? undefined : await readAccess(tx, known)
    // It was below something that is not to be found: who read that is not known either.
    const lost = fault && line.readers === undefined ? (above ?? forModerators) : undefined
    const asked = { readers: readers ?? lost?.readers, writers: writers ?? lost?.writers }
    const access = parentId === null || !above ? asked : within(above, asked)
    await writeAccess(tx, id, access)
    if (
      access.readers !== (asked.readers ?? access.readers) ||
      access.writers !== (asked.writers ?? access.writers)
    )
      report.note(number, `section ${line.id} is for no more than what is above it`)
  }
  const one = {
    kind: 'section' as const,
    oldId: line.id,
    id: before?.id ?? id,
    wasHere: before !== undefined,
  }
  await noteImported(tx, source, [one])
  references.set(one)
  report.take('section')
}

/** The section with the line's key, unless more may read it than could read the line's: what was closed stays so. */
async function sameByKey(
  tx: Transaction,
  { key }: LineOf<'section'>,
  readers: Audience | undefined,
): Promise<{ id: string } | undefined> {
  const found = key === undefined ? undefined : await findByKey(tx, key)
  if (!found || readers === undefined || readers === 'Everyone') return found
  const { readers: present } = await readAccess(tx, found.id)
  return present === 'Moderators' || isDeepStrictEqual(present, readers) ? found : undefined
}

/** Why nothing can be below a section, if so. */
async function faultOfParent(tx: Transaction, id: string | null): Promise<string | undefined> {
  if (id === null) return 'is unknown'
  if (await holdsThreads(tx, id)) return 'holds threads'
  return (await levelOf(tx, id)) >= DEEPEST ? `is nested ${DEEPEST} levels deep already` : undefined
}

/** The deepest nesting of sections: breadcrumbs list every level. */
const DEEPEST = 64
