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
  if (rejected > 0) console.log(`Rejected lines: ${rejected}; see ${reportPath}`)
  if (report.pictures > 0) console.log(`Uploads shown as pictures of their authors: ${report.pictures}`)
  if (report.images > 0) console.log(`Images that became links to their old addresses: ${report.images}`)
  if (report.reactions > 0) console.log(`Votes counted as reactions: ${report.reactions}`)
  if (report.votes > 0) console.log(`Votes added to their posts as text: ${report.votes}`)
  if (oldLinks > 0) console.log(`Links to the old forum whose targets were not imported: ${oldLinks}`)
  const done = taken + rejected - from.taken - from.rejected
  console.log(`${(ms / 1000).toFixed(1)} s, ${Math.round((done * 1000) / Math.max(1, ms))} lines a second`)
  if (!complete) console.log('Interrupted: the same command continues from here.')
}
