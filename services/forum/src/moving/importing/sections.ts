import type { Transaction } from '@agora/shared/database/sql'
import { takeAccess } from '../../areas/sections/store-audiences.ts'
import {
  findByKey,
  holdsThreads,
  levelOf,
  lockTree,
  refreshAncestors,
  writeSection,
} from '../../areas/sections/store-tree.ts'
import type { LineOf } from '../format/lines.ts'
import { importedId, madeId } from '../ids.ts'
import type { Written } from './batch.ts'
import type { ImportContext } from './context.ts'
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
  const before = (await isSection(tx, id)) ? { id } : line.key ? await findByKey(tx, line.key) : undefined
  if (before) {
    if (line.created_at) await ageSection(tx, before.id, line.created_at)
    report.note(number, `section ${line.id} is one that was here before`)
  } else {
    const known = references.id('section', line.parent) ?? null
    const fault = line.parent ? await faultOfParent(tx, known) : undefined
    if (fault) report.note(number, `its parent ${line.parent} ${fault}: it is below none`)
    const parentId = fault ? null : known
    const key = line.key ?? (await freeKey(tx, line))
    const { display_name, locale = null, order = 0, created_at: ctime = null } = line
    await writeSection(tx, { key, display_name, locale, order }, undefined, parentId, { id, ctime })
    if (parentId !== null) await takeAccess(tx, id, parentId)
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

/** Why nothing can be below a section, if so. */
async function faultOfParent(tx: Transaction, id: string | null): Promise<string | undefined> {
  if (id === null) return 'is unknown'
  if (await holdsThreads(tx, id)) return 'holds threads'
  return (await levelOf(tx, id)) >= DEEPEST ? `is nested ${DEEPEST} levels deep already` : undefined
}

const MAX_KEY = 32
/** Sections of one name that have a number in their key. */
const MOST_NUMBERED = 20
/** The deepest nesting of sections: breadcrumbs list every level. */
const DEEPEST = 64

/** An unused key made from a name. The tree is locked. */
async function freeKey(tx: Transaction, { id, display_name }: LineOf<'section'>): Promise<string> {
  const plain = display_name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const begin = /^[a-z]/.test(plain) ? plain : `section_${plain}`
  for (let number = 1; ; number++) {
    const end =
      number === 1 ? '' : `_${number <= MOST_NUMBERED ? number : madeId([id, number], 0).slice(-12)}`
    const key = begin.slice(0, MAX_KEY - end.length).replace(/_+$/, '') + end
    if (!(await findByKey(tx, key))) return key
  }
}
