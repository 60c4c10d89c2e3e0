import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programOf, projectRoot } from '@agora/shared/suite/services'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ImportSession } from '../src/importer/session.ts'
import { sampleLines } from '../src/sample/generate.ts'
import { type CliRun, runCli, startCli } from './support/cli.ts'
import { type ArchiveDatabase, archiveDatabase, games } from './support/database.ts'
import { until } from './support/service.ts'

let archive: ArchiveDatabase
let folder: string
beforeAll(async () => {
  archive = await archiveDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'agora-import-'))
})
afterEach(() => archive.empty())
afterAll(async () => {
  await archive?.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = (name: string) => path.join(folder, name)
const sample = (observations: number, seed = 1) =>
  [...sampleLines({ seed, observations, subjects: 30, games })].map((line) => `${line}\n`).join('')

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(file(name), content)
  return file(name)
}

/** What all imports have ever stored and rejected. */
const total = async () =>
  (
    await archive.pool.query<{ stored: number; rejected: number }>(
      'SELECT stored, rejected FROM import_total',
    )
  ).rows[0]!

/** Where imports that are not done have come to. */
const places = async () => (await archive.pool.query('SELECT * FROM import_progress')).rows

describe('npm run archive:import', () => {
  test('stores a file, says how much, and ends with status 0', async () => {
    const { status, stdout } = await runCli('import', archive.url, [write('good.ndjson', sample(300))])
    expect(status).toBe(0)
    expect(stdout).toContain('300 lines: 300 observations stored, 0 rejected')
    expect((await archive.contents()).observations.length).toBeGreaterThan(250)
    expect(existsSync(file('good.ndjson.rejects.ndjson'))).toBe(false)
    expect(await places()).toEqual([])
  })

  test('does the same from a pipe', async () => {
    const content = sample(300)
    await runCli('import', archive.url, [write('same.ndjson', content)])
    const fromFile = await archive.contents()
    await archive.empty()
    expect((await runCli('import', archive.url, ['-'], { input: content })).status).toBe(0)
    expect(await archive.contents()).toEqual(fromFile)
  })

  test('imported again, nothing changes', async () => {
    const name = write('again.ndjson', sample(300))
    await runCli('import', archive.url, [name])
    const once = await archive.contents()
    expect((await runCli('import', archive.url, [name])).status).toBe(0)
    expect(await archive.contents()).toEqual(once)
  })

  test('reports bad lines, keeps them beside the file and ends with status 1', async () => {
    const [one = '', two = ''] = sample(2).split('\n')
    const name = write('some.ndjson', `${one}\n{"type":"GameAUser"\n${two}\n{"type":"GameAUser"}`)
    const { status, stdout, stderr } = await runCli('import', archive.url, [name])
    expect(status).toBe(1)
    expect(stderr).toContain('line 2: not JSON\n')
    expect(stderr).toContain('line 4: id is missing\n')
    expect(stdout).toContain(`4 lines: 2 observations stored, 2 rejected, kept in ${name}.rejects.ndjson`)
    const kept = readFileSync(`${name}.rejects.ndjson`, 'utf8').trimEnd().split('\n')
    expect(kept.map((line) => JSON.parse(line))).toEqual([
      { line: 2, reason: 'not JSON', text: '{"type":"GameAUser"' },
      { line: 4, reason: 'id is missing', text: '{"type":"GameAUser"}' },
    ])
    writeFileSync(name, `${one}\n${two}\n`)
    expect((await runCli('import', archive.url, [name])).status).toBe(0)
    expect(existsSync(`${name}.rejects.ndjson`)).toBe(false)
  })

  test('a file that was cut off loses its last line only', async () => {
    const whole = sample(100)
    const { status, stderr } = await runCli('import', archive.url, [write('cut.ndjson', whole.slice(0, -20))])
    expect(status).toBe(1)
    expect(stderr).toContain('line 100: not JSON: the input may have been cut off here')
    expect((await archive.contents()).records.length).toBeGreaterThan(0)
  })

  test('so does a pipe that ends within a line', async () => {
    const { status, stdout, stderr } = await runCli('import', archive.url, ['-'], {
      input: sample(100).slice(0, -20),
    })
    expect(status).toBe(1)
    expect(stderr).toContain('line 100: not JSON: the input may have been cut off here')
    expect(stdout).toContain('100 lines: 99 observations stored, 1 rejected')
  })

  test('rejected lines never take the place of the file', async () => {
    const content = `${sample(2)}{}\n`
    const name = write('own.ndjson', content)
    const { status, stderr } = await runCli('import', archive.url, [name, '--rejects', name])
    expect([status, stderr]).toEqual([2, 'the rejected lines cannot be kept in the file that is imported\n'])
    expect(readFileSync(name, 'utf8')).toBe(content)
  })

  test.each([
    ['no file', []],
    ['a file that is not there', ['/nowhere/at/all.ndjson']],
    ['a folder', [tmpdir()]],
    ['two files', ['a', 'b']],
    ['an unknown option', ['--fast', 'a']],
    ['a batch of nothing', ['--batch', '0', 'a']],
    ['a batch that is no number', ['--batch', 'many', 'a']],
  ])('%s: status 2, and a word why', async (_name, words) => {
    const { status, stderr, stdout } = await runCli('import', archive.url, words)
    expect(status).toBe(2)
    expect(stderr.trim()).not.toBe('')
    expect(stderr).not.toContain('    at ')
    expect(stdout).toBe('')
  })

  test('a database that cannot be reached: status 2', async () => {
    const { status, stderr } = await runCli('import', 'postgres://nobody@127.0.0.1:9/none', [
      write('unreached.ndjson', sample(1)),
    ])
    expect(status).toBe(2)
    expect(stderr).toContain('ECONNREFUSED')
  })

  test('a line of 100 MB is passed over in bounded memory', async () => {
    const name = file('huge.ndjson')
    const out = createWriteStream(name)
    const piece = Buffer.alloc(1024 * 1024, 'x')
    out.write(sample(3))
    for (let index = 0; index < 100; index++) if (!out.write(piece)) await once(out, 'drain')
    out.end(`\n${sample(3, 2)}`)
    await once(out, 'finish')
    expect(statSync(name).size).toBeGreaterThan(100 * 1024 * 1024)
    const { status, stdout, stderr } = await runCli('import', archive.url, [name], {
      nodeFlags: ['--max-old-space-size=64'],
    })
    expect(stderr).toContain('line 4: longer than 1048576 bytes')
    expect(stdout).toContain('7 lines: 6 observations stored, 1 rejected')
    expect(status).toBe(1)
    rmSync(name)
  })
})

describe('an import from a pipe that gives nothing for a while', () => {
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

  test('notices that the database went away', async () => {
    const run = startCli('import', archive.url, ['-'], { input: sample(20_000), staysOpen: true })
    await until(isIdle, (idle) => idle || run.child.exitCode !== null)
    await archive.pool.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'agora-archive-cli'`)
    const { status, stderr } = await run.ended
    expect([status, stderr]).toEqual([2, 'terminating connection due to administrator command\n'])
  })
})

test('a signal ends an import within a line of gigabytes', async () => {
  const name = write('endless.ndjson', sample(3))
  truncateSync(name, 40_000_000_000)
  const run = startCli('import', archive.url, [name])
  await until(
    async () => (await archive.pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory'`)).rowCount,
    (count) => count === 1 || run.child.exitCode !== null,
  )
  run.child.kill('SIGTERM')
  const { status, stdout } = await run.ended
  rmSync(name)
  expect([status, stdout.includes('Interrupted')]).toEqual([2, true])
})

test('rejected lines that there is no room for are not said to be kept', async () => {
  const name = write('no-room.ndjson', '{}\n'.repeat(500))
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'ulimit -f 8 && exec "$0" "$@"', process.execPath, programOf('archive', 'import'), name],
    {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: archive.url,
        AGORA_CONFIG: path.join(projectRoot, 'config/agora.yaml'),
      },
      encoding: 'utf8',
    },
  )
  expect(stderr).toContain('EFBIG')
  expect(status).toBe(2)
  expect(await places()).toEqual([])
})

test('two files of one record, its fields in turn, take no more memory than others', async () => {
  const line = (minute: number, second: number, field: object) =>
    JSON.stringify({
      type: 'GameAUser',
      server: games.game_a.servers[0],
      id: '1',
      retrieved_at: new Date(Date.UTC(2024, 0, 1, 0, minute, second)).toISOString(),
      ...field,
    })
  const minutes = Array.from({ length: 12_000 }, (_, minute) => minute)
  const names = minutes.map((minute) => line(minute, 0, { username: `name ${minute % 7}` }))
  const coins = minutes.map((minute) => line(minute, 30, { coins: minute % 5 }))
  await runCli('import', archive.url, ['-'], { input: names.join('\n') })
  const late = await runCli('import', archive.url, ['-', '--batch', '4000'], {
    input: coins.join('\n'),
    nodeFlags: ['--max-old-space-size=200'],
  })
  expect(late.status).toBe(0)
  const contents = await archive.contents()
  await archive.empty()
  const inTurn = minutes.flatMap((minute) => [names[minute], coins[minute]])
  await runCli('import', archive.url, ['-'], { input: inTurn.join('\n') })
  expect(await archive.contents()).toEqual(contents)
})

test('a transaction in which something failed is not taken for stored', async () => {
  const client = new pg.Client({ connectionString: archive.url })
  await client.connect()
  try {
    const session = await ImportSession.open(client)
    await session.query('BEGIN')
    await expect(client.query('SELECT 1 / 0')).rejects.toThrow('division by zero')
    await expect(session.commit()).rejects.toThrow('rolled back')
    await expect(session.query('SELECT 1 / 0')).rejects.toThrow('division by zero')
    await expect(session.commit()).rejects.toThrow('division by zero')
  } finally {
    await client.end()
  }
})

/**
 * Starts an import that has committed its first batch and stands within the second one, whose rows are written.
 * `release` lets it go on.
 */
async function importHalfway(name: string): Promise<CliRun & { release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: archive.url })
  await holder.connect()
  await holder.query('SELECT pg_advisory_lock(42)')
  const run = startCli('import', archive.url, [name, '--batch', '8000'])
  const isHeld = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 42 AND NOT granted`
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

  test('killed, goes on where it was and ends like one that was not, rejects and all', async () => {
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

  test('goes on also where its rejected lines were taken away', async () => {
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

  test('whose database went away says so in a line, and goes on when it is back', async () => {
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

  test('keeps another one away, of the same file and of others, and is not disturbed', async () => {
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

  test('whose last batch waits longer than a silent pipe may ends once', async () => {
    await runCli('import', archive.url, ['-'], { input: sample(5) })
    const { stored } = await total()
    const run = await importHalfway(write('waiting.ndjson', sample(17_000)))
    await sleep(6_000)
    await run.release()
    const { status, stdout, stderr } = await run.ended
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('undefined')])
    expect(stdout).toContain('17000 observations stored')
    expect((await total()).stored).toBe(stored + 17_000)
  })

  test('is not done with a file that became shorter meanwhile', async () => {
    const name = write('shorter.ndjson', sample(60_000))
    const run = await importHalfway(name)
    truncateSync(name, 1_000)
    await run.release()
    const { status, stderr } = await run.ended
    expect([status, stderr.includes('has become shorter than it was')]).toEqual([2, true])
  })

  test('begins anew where the file has changed since', async () => {
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

  test('asked to end, ends after the part, says so, and goes on', async () => {
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

describe('the sample', () => {
  test('is always the same for one seed, and another one for another', async () => {
    const words = ['--observations', '50', '--seed', '3']
    const [one, two, other] = await Promise.all([
      runCli('sample', archive.url, words),
      runCli('sample', archive.url, words),
      runCli('sample', archive.url, ['--observations', '50', '--seed', '4']),
    ])
    expect(one.stdout.split('\n')).toHaveLength(51)
    expect(two.stdout).toBe(one.stdout)
    expect(other.stdout).not.toBe(one.stdout)
  })

  test('has every type, and every field both there and not', () => {
    const seen = new Map<string, Set<string>>()
    for (const line of sampleLines({ seed: 1, observations: 2_000, subjects: 20, games })) {
      const { type, ...fields } = JSON.parse(line)
      for (const shape of [...Object.keys(fields), Object.keys(fields).join()])
        seen.set(type, (seen.get(type) ?? new Set()).add(shape))
    }
    const has = (type: string, ...fields: string[]) => fields.every((field) => seen.get(type)?.has(field))
    expect(has('GameAUser', 'username', 'coins', 'creatures', 'inventory', 'collection')).toBe(true)
    expect(has('GameACreature', 'owner', 'skills', 'elements', 'in_tournament', 'danger')).toBe(true)
    expect(has('GameBUser', 'username', 'profile', 'inventory')).toBe(true)
    expect(has('GameCUser', 'display_name', 'links', 'id,retrieved_at')).toBe(true)
    expect(has('GameCScores', 'scores', 'id,retrieved_at')).toBe(true)
    expect(has('GameCRewards', 'stats', 'rewards', 'id,site_id,retrieved_at')).toBe(true)
  })

  test('fills an empty archive once, and leaves any other as it is', async () => {
    const first = await runCli('load-sample', archive.url, [])
    expect([first.status, first.stdout]).toEqual([0, '600 sample observations loaded\n'])
    const contents = await archive.contents()
    expect(new Set((contents.records as string[][]).map(([type]) => type)).size).toBe(6)
    const second = await runCli('load-sample', archive.url, [])
    expect([second.status, second.stdout]).toEqual([0, 'the archive holds data already\n'])
    expect(await archive.contents()).toEqual(contents)
  })
})

describe('npm run archive:export', () => {
  test('writes what another archive becomes equal from, by its digest too', async () => {
    const name = file('exported.ndjson')
    await runCli('import', archive.url, ['-'], { input: sample(800) })
    const digest = await runCli('export', archive.url, ['--digest'])
    expect(digest.stdout).toMatch(/^record \d+ [0-9a-f]{32}\nobservation \d+ [0-9a-f]{32}\n$/)
    const before = await archive.contents()
    expect((await runCli('export', archive.url, [name])).status).toBe(0)

    const other = await archiveDatabase()
    try {
      await runCli('import', other.url, [name])
      expect(await other.contents()).toEqual(before)
      expect((await runCli('export', other.url, ['--digest'])).stdout).toBe(digest.stdout)
      const line = JSON.stringify({ type: 'GameCUser', id: '1', retrieved_at: '2024-01-01T00:00:00.000Z' })
      await runCli('import', other.url, ['-'], { input: line })
      expect((await runCli('export', other.url, ['--digest'])).stdout).not.toBe(digest.stdout)
    } finally {
      await other.close()
    }
  })
})
