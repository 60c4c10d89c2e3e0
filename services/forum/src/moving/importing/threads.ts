import { withoutControls } from '../bodies/escape.ts'
import type { LineOf } from '../format/lines.ts'
import { importedId } from '../ids.ts'
import type { Written } from './batch.ts'
import type { ImportContext } from './context.ts'
import type { References } from './references.ts'
import type { Report } from './report.ts'
import type { NewThread } from './store-threads.ts'

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

/** The new threads of a batch that can be created with their first posts. */
export function acceptThreads(
  { source }: ImportContext,
  threads: readonly Written<'thread'>[],
  categories: ReadonlySet<string>,
  references: References,
  report: Report,
): (NewThread & { oldId: string })[] {
  return threads.flatMap(({ number, line }) => {
    if (references.get('thread', line.id)) {
      report.pass('thread')
      return []
    }
    const sectionId = references.id('section', line.section)
    const authorId = references.author(line.author)
    const reason =
      sectionId === undefined
        ? `its section ${line.section} is unknown`
        : categories.has(sectionId)
          ? `its section ${line.section} holds sections, and no threads`
          : undefined
    if (reason !== undefined) {
      report.reject(number, reason)
      return []
    }
    const thread = newThread(source, line, sectionId!, authorId)
    if (thread.title !== line.title) report.note(number, `thread ${line.id} has a shorter title`)
    references.set({ kind: 'thread', oldId: line.id, id: thread.id, wasHere: false })
    return [{ ...thread, oldId: line.id }]
  })
}

function newThread(source: string, line: LineOf<'thread'>, sectionId: string, authorId: string): NewThread {
  const { id, key = null, title, created_at, is_pinned = false, is_locked = false, is_deleted = false } = line
  const ctime = new Date(created_at)
  return {
    id: importedId(source, 'thread', id, ctime.getTime()),
    key,
    sectionId,
    title: titleFrom(title),
    ctime: ctime.toISOString(),
    authorId,
    isPinned: is_pinned,
    isLocked: is_locked,
    isDeleted: is_deleted,
  }
}
