import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliRun, runCli, startCli } from './support/cli.ts'
import { importPlaces, importSuite, importTotal, sample } from './support/imports.ts'
import { until } from './support/service.ts'

const { archive, write } = await importSuite()

const places = () => importPlaces(archive)
const total = () => importTotal(archive)

describe('an import from a pipe that is silent for a while', () => {
  const isIdle = async () =>
    (
      await archive.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'agora-archive-cli' AND state = 'idle in transaction'`,
      )
    ).rowCount === 1

  test('stores what it has, and leaves no transaction open', async () => {
    const run = startCli('import', archive.url, ['-'], { input: sample(20_000), staysOpen: true })
    await until(isIdle, (idle) => idle || run.child.exitCode !== null)
    await until(archive.contents, ({ observations }) => observations.length > 10_000)
    expect(await isIdle()).toBe(false)
    run.child.stdin?.end()
    const { status, stdout } = await run.ended
    expect([status, stdout.includes('20000 observations stored, 0 rejected')]).toEqual([0, true])
  })

  test('notices that the database is gone', async () => {
    const run = startCli('import', archive.url, ['-'], { input: sample(20_000), staysOpen: true })
    await until(isIdle, (idle) => idle || run.child.exitCode !== null)
    await archive.pool.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'agora-archive-cli'`)
    const { status, stderr } = await run.ended
    expect([status, stderr]).toEqual([2, 'terminating connection due to administrator command\n'])
  })

  test('says what ended a connection that it had not used yet', async () => {
    const holder = new pg.Client({ connectionString: archive.url })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE archive.backfill')
    const run = startCli('import', archive.url, ['-'], { input: sample(20), staysOpen: true })
    const waits = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'agora-archive-cli' AND wait_event_type = 'Lock'`
    await until(
      async () => (await archive.pool.query(waits)).rowCount,
      (count) => count === 1 || run.child.exitCode !== null,
    )
    await archive.pool.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'agora-archive-cli' AND state = 'idle'`)
    await holder.end()
    const { status, stderr } = await run.ended
    expect([status, stderr]).toEqual([2, 'terminating connection due to administrator command\n'])
  })
})

/**
 * Starts an import that has committed its first batch and is stopped within the second, whose rows are written.
 * `release` lets it continue.
 */
async function importHalfway(name: string): Promise<CliRun & { release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: archive.url })
  await holder.connect()
  await holder.query('SELECT pg_advisory_lock(42)')
  const run = startCli('import', archive.url, [name, '--batch', '8000'])
  const isHeld = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE datname = current_database() AND locktype = 'advisory' AND objid = 42 AND NOT granted`
  await until(
    async () => (await archive.pool.query(isHeld)).rowCount,
    (count) => count === 1 || run.child.exitCode !== null,
  )
  expect(run.child.exitCode).toBe(null)
  return { ...run, release: () => holder.end() }
}

describe('an import that was interrupted', () => {
  beforeAll(async () => {
    await archive.pool.query(`
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NEW; END $$;
      CREATE TRIGGER hold BEFORE UPDATE ON import_progress FOR EACH ROW EXECUTE FUNCTION hold()`)
  })
  afterAll(() => archive.pool.query('DROP TRIGGER hold ON import_progress'))

  test('resumes when killed and ends like an uninterrupted one, rejects included', async () => {
    const lines = sample(20_000).trimEnd().split('\n')
    for (let index = 5; index < lines.length; index += 1_000) lines[index] = '{}'
    const content = `${lines.join('\n')}\n`
    const whole = write('whole.ndjson', content)
    await runCli('import', archive.url, [whole])
    const expected = await archive.contents()
    await archive.empty()
    const { stored, rejected } = await total()

    const name = write('killed.ndjson', content)
    const run = await importHalfway(name)
    run.child.kill('SIGKILL')
    expect((await run.ended).signal).toBe('SIGKILL')
    await run.release()

    const { status, stderr, stdout } = await runCli('import', archive.url, [name])
    expect(stderr).toMatch(/^Going on after line \d+/)
    expect(stdout).toContain('20000 lines: 19980 observations stored, 20 rejected')
    expect(status).toBe(1)
    expect(await archive.contents()).toEqual(expected)
    expect(readFileSync(`${name}.rejects.ndjson`)).toEqual(readFileSync(`${whole}.rejects.ndjson`))
    expect(await places()).toEqual([])
    expect(await total()).toEqual({ stored: stored + 19_980, rejected: rejected + 20 })
  })

  test('resumes even if its rejected lines were removed', async () => {
    const lines = sample(20_000).trimEnd().split('\n')
    lines[5] = lines[19_000] = '{}'
    const name = write('taken.ndjson', `${lines.join('\n')}\n`)
    const run = await importHalfway(name)
    run.child.kill('SIGKILL')
    await run.ended
    await run.release()
    rmSync(`${name}.rejects.ndjson`)
    const { status, stdout } = await runCli('import', archive.url, [name])
    expect([status, stdout.includes('19998 observations stored, 2 rejected')]).toEqual([1, true])
    expect(readFileSync(`${name}.rejects.ndjson`, 'utf8')).toBe(
      `${JSON.stringify({ line: 19_001, reason: 'type must be one of GameAUser, GameACreature, GameBUser, GameCUser, GameCScores, GameCRewards', text: '{}' })}\n`,
    )
  })

  test('whose database goes down says so in a line, and resumes when it is back', async () => {
    const name = write('away.ndjson', sample(20_000))
    await runCli('import', archive.url, ['-'], { input: readFileSync(name) })
    const expected = await archive.contents()
    await archive.empty()
    const run = await importHalfway(name)
    await archive.pool.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'agora-archive-cli'`)
    const { status, stderr } = await run.ended
    await run.release()
    expect(status).toBe(2)
    expect(stderr).toContain('terminating connection due to administrator command\n')
    expect(stderr).not.toContain('    at ')
    const { stderr: rest } = await runCli('import', archive.url, [name])
    expect(rest).toMatch(/^Going on after line \d+/)
    expect(await archive.contents()).toEqual(expected)
  })

  test('locks out another one, of the same or another file, and is not disturbed', async () => {
    const name = write('first.ndjson', sample(20_000))
    const run = await importHalfway(name)
    const others = [name, write('other.ndjson', sample(5))].map((file) =>
      runCli('import', archive.url, [file]),
    )
    for (const { status, stderr } of await Promise.all(others)) {
      expect(status).toBe(2)
      expect(stderr).toMatch(/^another import is at work on this archive \(connected since .* UTC\)/)
    }
    await run.release()
    const { status, stdout } = await run.ended
    expect([status, stdout.includes('20000 observations stored')]).toEqual([0, true])
  })

  test('whose last batch takes longer than the idle limit ends once', async () => {
    const { stored } = await total()
    const run = await importHalfway(write('waiting.ndjson', sample(17_000)))
    await sleep(6_000)
    await run.release()
    const { status, stdout, stderr } = await run.ended
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('undefined')])
    expect(stdout).toContain('17000 observations stored')
    expect((await total()).stored).toBe(stored + 17_000)
  })

  test('does not report a file as done that became shorter meanwhile', async () => {
    const name = write('shorter.ndjson', sample(60_000))
    const run = await importHalfway(name)
    truncateSync(name, 1_000)
    await run.release()
    const { status, stderr } = await run.ended
    expect([status, stderr.includes('has become shorter than it was')]).toEqual([2, true])
  })

  test('starts over if the file has changed since', async () => {
    const name = write('changing.ndjson', sample(20_000))
    const run = await importHalfway(name)
    run.child.kill('SIGKILL')
    await run.ended
    await run.release()
    writeFileSync(name, sample(200, 7))
    const { stderr, stdout } = await runCli('import', archive.url, [name])
    expect(stderr).not.toContain('Going on')
    expect(stdout).toContain('200 lines: 200 observations stored')
    expect(await places()).toEqual([])
  })

  test('asked to end, ends after the current part, says so, and can be resumed', async () => {
    const name = write('stopped.ndjson', sample(40_000))
    const run = await importHalfway(name)
    run.child.kill('SIGTERM')
    await run.release()
    const { status, stdout } = await run.ended
    expect(status).toBe(2)
    expect(stdout).toContain('Interrupted')
    expect((await places()).length).toBe(1)
    const { stdout: rest } = await runCli('import', archive.url, [name])
    expect(rest).toContain('40000 lines: 40000 observations stored')
  })
})
