// Imports a forum:
//   DATABASE_URL=postgres://... AGORA_CONFIG=agora.yaml node import.js --from ndjson FILE|- [...]
// The status is 0 when all was taken, 1 when some lines were rejected, 2 when the import could not be done or was
// interrupted.
import { parseArgs } from 'node:util'
import { withUploads } from '@agora/moving/bodies/pieces'
import { printable } from '@agora/shared/cli/printable'
import { type ProgressDisplay, progressDisplay } from '@agora/shared/cli/progress-display'
import { runCommand } from '@agora/shared/cli/run-command'
import { readAgoraFile } from '@agora/shared/config/agora-file'
import { databaseUrlEnv, readEnv, serviceEnv } from '@agora/shared/config/env'
import { reactionKeys } from '@agora/shared/config/reactions'
import { createDatabase } from '@agora/shared/database/database'
import { lockImport } from '@agora/shared/database/import-lock'
import { type Rejection, rejectsFile } from '@agora/shared/lines/rejects'
import { Type } from 'typebox'
import { BATCH_SIZE, type ImportResult, importForum } from '../moving/importing/import.ts'
import type { Note } from '../moving/importing/report.ts'
import { beginning, findPosition, type Position } from '../moving/importing/store-progress.ts'
import { joinAccounts, joinPictures } from './companion-pipes.ts'
import { summarize } from './import-summary.ts'
import { openOrigin } from './origin.ts'

const USAGE = `usage: npm run forum:import -- --from ndjson FILE|- [--name NAME] [--site ADDRESS] [--report FILE] [--batch N]
       npm run forum:import -- --from nodebb --source postgres://...|redis://... [--address ADDRESS] [--name NAME] [...]
       ETERNALTWIN_SECRET=... npm run forum:import -- --from eternaltwin --source postgres://... [--name NAME] [...]
       [--uploads FOLDER]

Imports a forum, whether or not an instance is running; see docs/moving.md. The report (FILE.report.ndjson) lists what was
skipped or changed. An interrupted import resumes where it stopped; importing again adds only what is new.
NAME identifies the import in old addresses (default: that of the software, ${'`'}agora${'`'} for a file), --site is this site's address,
--address the old one's. Images of its uploads, which are in FOLDER, become pictures of their authors. N lines (default ${BATCH_SIZE}) form one transaction.`

/** How many lines of the report are shown. */
const SHOWN = 20
const NAME = /^[a-z0-9_-]{1,32}$/

const Env = Type.Object({
  ...databaseUrlEnv,
  AGORA_CONFIG: serviceEnv.AGORA_CONFIG,
  HOST: serviceEnv.HOST,
  PORT: Type.Integer({ default: 8080 }),
})

await runCommand(async () => {
  const { positionals, values } = parseWords()
  const name = values.name ?? (values.from === 'ndjson' ? 'agora' : (values.from ?? ''))
  const origin = NAME.test(name) && (await openOrigin({ ...values, name, file: positionals[0] }))
  const batchSize = Number(values.batch ?? BATCH_SIZE)
  const isUsable = Number.isInteger(batchSize) && batchSize > 0 && positionals.length <= 1
  if (values.help || !origin || !isUsable) {
    console.error(USAGE)
    return values.help ? 0 : 2
  }
  const env = readEnv(Env)
  const config = readAgoraFile(env.AGORA_CONFIG)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())

  const accounts = joinAccounts()
  const pictures = values.uploads === undefined ? undefined : joinPictures()
  const db = openDatabase(env.DATABASE_URL)
  const lock = await db.pool.connect()
  let display: ProgressDisplay | undefined
  try {
    await lockImport(lock, 'forum')
    lock.once('error', () => {
      console.error('The database has closed the connection that locks out other imports.')
      stop.abort()
    })
    const { source } = origin
    const from =
      (source.identity !== undefined && (await findPosition(db, source.name, source.identity))) || beginning
    if (from.lines > 0)
      console.error(`Going on after line ${from.lines}, where an earlier import was interrupted.`)
    const reportPath = values.report ?? origin.reportPath
    const reports = await rejectsFile(reportPath, from.reported)
    display = progressDisplay(source.size, progressOf(from))
    const began = performance.now()
    const result: ImportResult = await importForum({
      context: {
        db,
        accounts,
        pictures,
        administrator: (await accounts.ask('hello', {})).administrator,
        source: name,
        dialect: pictures ? withUploads(origin.dialect) : origin.dialect,
        site: values.site ?? config.site.url ?? `http://${env.HOST}:${env.PORT}`,
        icons: config.forum.icons,
        reaction: reactionKeys(config)[0],
      },
      source,
      left: origin.left,
      from,
      reports,
      batchSize,
      signal: stop.signal,
      onReport: reporter(reportPath, (line) => display?.tell(line)),
      onProgress: (position) => display?.show(progressOf(position)),
    }).finally(() => reports.close())
    display.stop()
    summarize(result, from, performance.now() - began, reportPath)
    for (const what of origin.left) console.log(printable(what))
    return result.complete ? (result.rejected > 0 ? 1 : 0) : 2
  } finally {
    display?.stop()
    accounts.end()
    pictures?.end()
    lock.release(true)
    await db.close()
    await origin.close()
  }
})

function parseWords() {
  return parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      source: { type: 'string' },
      name: { type: 'string' },
      site: { type: 'string' },
      address: { type: 'string' },
      report: { type: 'string' },
      batch: { type: 'string' },
      uploads: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
}

function openDatabase(url: string) {
  return createDatabase({ url, schema: 'forum', size: 3, name: 'agora-forum-import', statementTimeoutMs: 0 })
}

function progressOf({ position, lines, taken, rejected }: Position) {
  return { position, lines, done: taken + rejected }
}

function reporter(path: string, tell: (line: string) => void) {
  let count = 0
  return (one: Rejection | Note) => {
    count++
    const text = 'reason' in one ? one.reason : one.note
    if (count <= SHOWN) tell(`line ${one.line}: ${printable(text)}`)
    else if (count === SHOWN + 1) tell(`more of this is in ${path}`)
  }
}
