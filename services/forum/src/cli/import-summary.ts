import type { ImportResult } from '../moving/importing/import.ts'
import type { Position } from '../moving/importing/store-progress.ts'

const plural = (word: string) => (word.endsWith('s') ? `${word}es` : `${word}s`)

const counted = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .filter(([, count]) => count > 0)
    .map(([type, count]) => `${count.toLocaleString('en-US')} ${count === 1 ? type : plural(type)}`)
    .join(', ') || 'nothing'

/** Prints the outcome of an import to standard output. */
export function summarize(
  { complete, rejected, lines, taken, report, oldLinks }: ImportResult,
  from: Position,
  ms: number,
  reportPath: string,
): void {
  console.log(`${lines} lines: taken ${counted(report.taken)}`)
  if (report.passed > 0) console.log(`Here already: ${counted(report.present)}`)
  if (rejected > 0) console.log(`${rejected} lines rejected; see ${reportPath}`)
  if (report.images > 0) console.log(`${report.images} images became links to their old addresses`)
  if (report.votes > 0) console.log(`${report.votes} votes were added to their posts as text`)
  if (oldLinks > 0)
    console.log(`${oldLinks} links still lead to the old forum: their targets were not imported`)
  const done = taken + rejected - from.taken - from.rejected
  console.log(`${(ms / 1000).toFixed(1)} s, ${Math.round((done * 1000) / Math.max(1, ms))} lines a second`)
  if (!complete) console.log('Interrupted: the same command goes on from here.')
}
