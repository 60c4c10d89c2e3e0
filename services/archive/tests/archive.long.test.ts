import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleLines } from '../src/sample/generate.ts'
import { runCli, startCli } from './support/cli.ts'
import { type ArchiveDatabase, archiveDatabase, games } from './support/database.ts'
import { until } from './support/service.ts'

const OBSERVATIONS = 1_000_000
const BOUND_MS = 30 * 60 * 1000

let archive: ArchiveDatabase
let other: ArchiveDatabase
let folder: string
beforeAll(async () => {
  archive = await archiveDatabase()
  other = await archiveDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'agora-archive-long-'))
})
afterAll(async () => {
  await archive?.close()
  await other?.close()
  rmSync(folder, { recursive: true, force: true })
})

const digest = async ({ url }: ArchiveDatabase) => (await runCli('export', url, ['--digest'])).stdout

test(
  'a million observations survive ten kills, an export and an import of it',
  async () => {
    const file = path.join(folder, 'million.ndjson')
    const out = createWriteStream(file)
    for (const line of sampleLines({ seed: 11, observations: OBSERVATIONS, subjects: 20_000, games })) {
      if (!out.write(`${line}\n`)) await once(out, 'drain')
    }
    out.end()
    await once(out, 'finish')

    expect((await runCli('import', archive.url, [file])).status).toBe(0)
    const whole = await digest(archive)

    const position = async () =>
      Number((await other.pool.query('SELECT position FROM import_progress')).rows[0]?.position ?? 0)
    for (let kill = 0; kill < 10; kill++) {
      const before = await position()
      const run = startCli('import', other.url, [file, '--batch', '40000'])
      await until(position, (now) => now > before || run.child.exitCode !== null)
      expect(run.child.exitCode).toBe(null)
      run.child.kill('SIGKILL')
      await run.ended
    }
    const last = await runCli('import', other.url, [file])
    expect(last.stderr).toMatch(/^Going on after line \d+/)
    expect(last.stdout).toContain(`${OBSERVATIONS} lines: ${OBSERVATIONS} observations stored`)
    expect(await digest(other)).toBe(whole)

    const exported = path.join(folder, 'exported.ndjson')
    expect((await runCli('export', archive.url, [exported])).status).toBe(0)
    await other.empty()
    expect((await runCli('import', other.url, [exported])).status).toBe(0)
    expect(await digest(other)).toBe(whole)
  },
  BOUND_MS,
)
