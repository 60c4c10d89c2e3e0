// Imports observations into the archive:
//   DATABASE_URL=postgres://... AGORA_CONFIG=agora.yaml node import.js FILE|- [--rejects FILE] [--batch N]
// The status is 0 when all lines were stored, 1 when some were rejected, 2 when the import could not be done or was
// interrupted.
import { realpath } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { printable } from '@agora/shared/cli/printable'
import { type ProgressDisplay, progressDisplay } from '@agora/shared/cli/progress-display'
import { runCommand } from '@agora/shared/cli/run-command'
import type { Rejection } from '@agora/shared/lines/rejects'
import { BATCH_SIZE, type ImportResult, importObservations } from '../importer/import.ts'
import { beginning, type Position } from '../importer/store-progress.ts'
import { createObservationReader } from '../observations/reader.ts'
import { readGames, withArchive } from './environment.ts'
import { openOrigin } from './origin.ts'

const USAGE = `usage: npm run archive:import -- FILE|- [--rejects FILE] [--batch N]
       npm run archive:import -- --from eternaltwin --source postgres://... [--rejects FILE] [--batch N]

Reads one observation per line (NDJSON) from FILE, or from standard input for -. Invalid lines are reported, saved to
FILE.rejects.ndjson and skipped. An interrupted import resumes where it stopped; importing twice changes nothing.
N observations (default ${BATCH_SIZE}) form one transaction: fewer need less memory and more time.`

/** How many rejected lines are shown if they are also stored in a file. */
const SHOWN = 20

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      source: { type: 'string' },
      rejects: { type: 'string' },
      batch: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const origin = await openOrigin(values, positionals)
  const batchSize = Number(values.batch ?? BATCH_SIZE)
  if (values.help || !origin || !Number.isInteger(batchSize) || batchSize <= 0) {
    await origin?.close()
    console.error(USAGE)
    return values.help ? 0 : 2
  }
  const stop = new AbortController()
  const { source } = origin
  const rejectsPath = values.rejects ?? origin.rejectsPath
  if (rejectsPath !== undefined && (await isFile(rejectsPath, source.name)))
    throw new Error('the rejected lines cannot be kept in the file that is imported')
  const reader = createObservationReader(readGames())
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())

  let display: ProgressDisplay | undefined
  let from: Position = beginning
  const report = reporter(rejectsPath, (line) => display?.tell(line))
  const began = performance.now()
  const result = await withArchive(async (connect) =>
    importObservations({
      client: await connect(),
      finder: await connect(),
      source,
      reader,
      rejectsPath,
      batchSize,
      signal: stop.signal,
      onStart: (position) => {
        from = position
        if (from.lines > 0)
          console.error(`Going on after line ${from.lines}, where an earlier import was interrupted.`)
        display = progressDisplay(source.size, progressOf(from))
      },
      onReject: report,
      onProgress: (position) => display?.show(progressOf(position)),
    }),
  ).finally(async () => {
    display?.stop()
    await origin.close()
  })

  for (const [field, times] of reader.unknownFields) {
    console.error(`The field ${printable(JSON.stringify(field))} is unknown and was skipped, ${times} times.`)
  }
  summarize(result, from, performance.now() - began, rejectsPath)
  for (const what of origin.left) console.log(printable(what))
  return result.complete ? (result.rejected > 0 ? 1 : 0) : 2
})

function progressOf({ position, lines, stored, rejected }: Position) {
  return { position, lines, done: stored + rejected }
}

async function isFile(file: string, path: string): Promise<boolean> {
  return (await realpath(file).catch(() => undefined)) === path
}

function reporter(rejectsPath: string | undefined, tell: (line: string) => void) {
  let count = 0
  return ({ line, reason }: Rejection) => {
    count++
    if (rejectsPath === undefined || count <= SHOWN) tell(`line ${line}: ${printable(reason)}`)
    else if (count === SHOWN + 1) tell(`more rejected lines are in ${rejectsPath}`)
  }
}

function summarize(result: ImportResult, from: Position, ms: number, rejectsPath: string | undefined): void {
  const { complete, lines, stored, rejected } = result
  const done = stored + rejected - from.stored - from.rejected
  const kept = rejected > 0 && rejectsPath !== undefined ? `, kept in ${rejectsPath}` : ''
  console.log(`${lines} lines: ${stored} observations stored, ${rejected} rejected${kept}`)
  console.log(`${(ms / 1000).toFixed(1)} s, ${Math.round((done * 1000) / Math.max(1, ms))} a second`)
  if (!complete) console.log('Interrupted: the same command continues from here.')
}
