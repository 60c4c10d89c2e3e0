import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { programOf, projectRoot } from '@agora/suite/project'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { ImportSession } from '../src/importer/session.ts'
import { fingerprintOf } from '../src/observations/fingerprint.ts'
import { createObservationReader } from '../src/observations/reader.ts'
import { sampleLines } from '../src/sample/generate.ts'
import { runCli, startCli } from './support/cli.ts'
import { archiveDatabase, games } from './support/database.ts'
import { importPlaces, importSuite, sample, widestLine } from './support/imports.ts'
import { until } from './support/service.ts'

const { archive, file, write } = await importSuite()

const places = () => importPlaces(archive)

describe('npm run archive:import', () => {
  test('stores a file, reports how much, and exits with status 0', async () => {
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

  test('changes nothing when repeated', async () => {
    const name = write('again.ndjson', sample(300))
    await runCli('import', archive.url, [name])
    const once = await archive.contents()
    expect((await runCli('import', archive.url, [name])).status).toBe(0)
    expect(await archive.contents()).toEqual(once)
  })

  test('adds missing fingerprints of an earlier release when repeated', async () => {
    const content = sample(300)
    const name = write('prints.ndjson', content)
    await runCli('import', archive.url, [name])
    const prints = () =>
      archive.pool.query('SELECT retrieved_at, seen FROM observation ORDER BY record_id, retrieved_at')
    const [once, before] = [await archive.contents(), (await prints()).rows]
    await archive.pool.query('UPDATE observation SET seen = NULL')
    expect((await runCli('import', archive.url, [name])).status).toBe(0)
    expect(await archive.contents()).toEqual(once)
    expect((await prints()).rows).toEqual(before)
  })

  test('stores with each observation the fingerprint that identifies it', async () => {
    const content = sample(300)
    await runCli('import', archive.url, [write('known.ndjson', content)])
    const { rows } = await archive.pool.query<{ seen: number }>('SELECT seen FROM observation')
    const reader = createObservationReader(games)
    const kept = new Set(rows.map(({ seen }) => seen))
    for (const line of content.trimEnd().split('\n')) {
      const read = reader.read(line)
      expect(typeof read !== 'string' && kept.has(fingerprintOf(read.sighting)), line).toBe(true)
    }
  })

  test('reports bad lines, keeps them beside the file and exits with status 1', async () => {
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

  test('a line of 100 MB is skipped in bounded memory', async () => {
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
    expect(stderr).toContain('line 4: longer than 16777216 bytes')
    expect(stdout).toContain('7 lines: 6 observations stored, 1 rejected')
    expect(status).toBe(1)
    rmSync(name)
  })
})

test('lines of nearly 16 MiB are stored and exported', async () => {
  const content = [1, 2].map(widestLine).join('')
  expect((await runCli('import', archive.url, [write('wide.ndjson', content)])).status).toBe(0)
  const exported = file('wide-exported.ndjson')
  expect((await runCli('export', archive.url, [exported])).status).toBe(0)
  expect(statSync(exported).size).toBeGreaterThan(0.9 * content.length)
  rmSync(exported)
})

test('a signal ends an import within a line of gigabytes', async () => {
  const name = write('endless.ndjson', sample(3))
  truncateSync(name, 40_000_000_000)
  const run = startCli('import', archive.url, [name])
  await until(
    async () =>
      (
        await archive.pool.query(`SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE datname = current_database() AND locktype = 'advisory'`)
      ).rowCount,
    (count) => count === 1 || run.child.exitCode !== null,
  )
  run.child.kill('SIGTERM')
  const { status, stdout } = await run.ended
  rmSync(name)
  expect([status, stdout.includes('Interrupted')]).toEqual([2, true])
})

test('rejected lines that do not fit on the disk are not reported as kept', async () => {
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

test('a failed transaction is not reported as stored', async () => {
  const client = new pg.Client({ connectionString: archive.url })
  await client.connect()
  try {
    const session = await ImportSession.open(client)
    await session.query('BEGIN')
    await expect(client.query('SELECT 1 / 0')).rejects.toThrow('division by zero')
    await expect(session.commit()).rejects.toThrow('rolled back')
    // Later questions belong to what follows the position that was not stored.
    await expect(session.query('SELECT 1')).rejects.toThrow('rolled back')
  } finally {
    await client.end()
  }
})

test.each([
  ['a full disk', '"$0" "$@" /dev/full', 'ENOSPC'],
  ['a folder that does not exist', '"$0" "$@" /nowhere/file', 'ENOENT'],
  ['a reader that has gone', 'set -o pipefail; "$0" "$@" | head -n 1 >/dev/null', 'EPIPE'],
])('%s ends a command that writes lines with one line and status 2', (_what, script, error) => {
  const { status, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', script, process.execPath, programOf('archive', 'sample'), '--observations', '20000'],
    {
      env: { PATH: process.env.PATH, AGORA_CONFIG: path.join(projectRoot, 'config/agora.yaml') },
      encoding: 'utf8',
    },
  )
  expect(stderr).toMatch(new RegExp(`^.*${error}.*\n$`))
  expect(status).toBe(2)
})

describe('the sample', () => {
  test('is the same for the same seed, and differs for another', async () => {
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

  test('has every type, and every field both present and absent', () => {
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

  test('fills an empty archive once, and leaves any other unchanged', async () => {
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
  test('writes what reproduces an equal archive, also by its digest', async () => {
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
