import { withoutControls } from '@agora/moving/bodies/escape'
import type { LineOf } from '@agora/moving/format/lines'
import { eachMark, marksOf } from '@agora/shared/contracts/thread-marks'
import { importedId } from '../ids.ts'
import type { Written } from './batch.ts'
import type { ImportContext } from './context.ts'
import type { References } from './references.ts'
import type { Report } from './report.ts'
import type { NewThread } from './store-threads.ts'
import { sectionOfStrays } from './strays.ts'

const LONGEST_TITLE = 128
const SHORTEST_TITLE = 2

/** A title adapted to our rules. */
function titleFrom(title: string): string {
  const plain = withoutControls(title)
    .replaceAll(/[\t\r\n]/g, ' ')
    .trim()
  const kept = [...plain].slice(0, LONGEST_TITLE).join('').trim()
  return [...kept].length < SHORTEST_TITLE ? `${kept}…`.padStart(SHORTEST_TITLE, '…') : kept
}

/** The new threads of a batch, to be created with their first posts. */
export async function acceptThreads(
  context: ImportContext,
  threads: readonly Written<'thread'>[],
  categories: ReadonlySet<string>,
  references: References,
  report: Report,
): Promise<(NewThread & { oldId: string })[]> {
  const { source } = context
  const accepted: (NewThread & { oldId: string })[] = []
  for (const { number, line } of threads) {
    if (references.get('thread', line.id)) {
      report.pass('thread')
      continue
    }
    const sectionId = references.id('section', line.section)
    const authorId = references.author(line.author)
    const fault =
      sectionId === undefined
        ? `its section ${line.section} is unknown`
        : categories.has(sectionId)
          ? `its section ${line.section} holds sections, and no threads`
          : undefined
    if (fault !== undefined) report.note(number, `${fault}: only moderators can read it, and move it`)
    const placedIn = fault === undefined ? sectionId! : await sectionOfStrays(context)
    const thread = newThread(source, line, placedIn, authorId)
    if (thread.title !== line.title) report.note(number, `thread ${line.id} has a shorter title`)
    references.set({ kind: 'thread', oldId: line.id, id: thread.id, wasHere: false })
    accepted.push({ ...thread, oldId: line.id })
  }
  return accepted
}

function newThread(source: string, line: LineOf<'thread'>, sectionId: string, authorId: string): NewThread {
  const { id, key = null, title, created_at, is_deleted = false } = line
  const ctime = new Date(created_at)
  return {
    id: importedId(source, 'thread', id, ctime.getTime()),
    key,
    sectionId,
    title: titleFrom(title),
    ctime: ctime.toISOString(),
    authorId,
    ...marksOf({ ...eachMark(false), ...line }),
    isDeleted: is_deleted,
  }
}
