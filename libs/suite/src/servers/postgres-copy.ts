import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Owner } from './user.ts'

/** Copies the data of a running server for a standby, as pg_basebackup would, which the packaged server lacks. */
export async function copyPostgres(
  source: { url: string; data: string },
  target: string,
  owner: Owner | undefined,
): Promise<void> {
  const write = (name: string, content: string) => {
    const file = path.join(target, name)
    writeFileSync(file, content, { mode: 0o600 })
    if (owner) chownSync(file, owner.uid, owner.gid)
  }
  const client = new pg.Client({ connectionString: source.url })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('copy', fast => true)`)
    // With owners and modes, which Node's own copy drops.
    await promisify(execFile)('cp', ['-a', source.data, target])
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    rmSync(path.join(target, 'postmaster.pid'))
    write('backup_label', rows[0]?.labelfile ?? '')
    write('standby.signal', '')
    const { hostname, port, username, password } = new URL(source.url)
    appendFileSync(
      path.join(target, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    )
  } finally {
    await client.end()
  }
}
