// Writes the archive as the observations that lead to it:
//   DATABASE_URL=postgres://... node export.js [FILE] [--digest]
import { parseArgs } from 'node:util'
import { runCommand } from '@agora/shared/cli/run-command'
import { writeLines } from '@agora/shared/lines/output'
import { digestArchive } from '../exporter/digest.ts'
import { exportLines } from '../exporter/export.ts'
import { withArchive } from './environment.ts'

const USAGE = `usage: npm run archive:export -- [FILE] [--digest]

Writes all observations to FILE, or to the pipe. --digest writes none, but a line for each table, which is equal for
equal archives.`

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { digest: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help || positionals.length > 1) {
    console.error(USAGE)
    return values.help ? 0 : 2
  }
  if (values.digest) {
    const digests = await withArchive(async (connect) => digestArchive(await connect()))
    for (const { table, rows, digest } of digests) console.log(`${table} ${rows} ${digest}`)
    return 0
  }
  const count = await withArchive(async (connect) => writeLines(exportLines(await connect()), positionals[0]))
  console.error(`${count} observations`)
  return 0
})
