// Writes the forum as the lines that lead to it:
//   DATABASE_URL=postgres://... node export.js [FILE]
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { runCommand } from '@agora/shared/cli/run-command'
import { databaseUrlEnv, readEnv } from '@agora/shared/config/env'
import { createDatabase } from '@agora/shared/database/database'
import { writeLines } from '@agora/shared/lines/output'
import { Type } from 'typebox'
import { exportForum } from '../moving/exporting/export.ts'
import { joinAccounts } from './companion-pipes.ts'

const USAGE = `usage: npm run forum:export -- [FILE]

Writes sections, members, threads, posts and what was done to them to FILE, or to the pipe. It holds the members' password
hashes and addresses: it is as secret as a backup.`

/** Readable by the owner only. */
const MODE = 0o600

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  })
  if (values.help || positionals.length > 1) {
    console.error(USAGE)
    return values.help ? 0 : 2
  }
  const [file] = positionals
  if (file !== undefined && file !== '-') await keepSecret(file)
  const accounts = joinAccounts()
  const db = createDatabase({
    url: readEnv(Type.Object(databaseUrlEnv)).DATABASE_URL,
    schema: 'forum',
    size: 1,
    name: 'agora-forum-export',
    statementTimeoutMs: 0,
  })
  try {
    const count = await exportForum(db, accounts, (lines) => writeLines(lines, file))
    console.error(`${count} lines`)
    return 0
  } finally {
    accounts.end()
    await db.close()
  }
})

/** Empties it if it exists already. */
async function keepSecret(file: string): Promise<void> {
  const handle = await open(file, 'w', MODE)
  try {
    if ((await handle.stat()).isFile()) await handle.chmod(MODE)
  } finally {
    await handle.close()
  }
}
