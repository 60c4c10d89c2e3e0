// How fast observations are imported, beside a plain COPY of the same bytes into a table without an index:
//   node bench/archive-import.mjs [OBSERVATIONS] [ROUNDS] [OTHER]
// The cases: an empty archive; one that knows every record already, so that most observations extend a period; the
// reverse, so that all of them are late; and half as many of a single record, a tenth of them late, beside the same of
// many. OTHER is the folder of another built version, whose importer is measured in turns with this one. Postgres is its
// own, with its usual waits for the disk; the importer runs as `npm run archive:import` starts it. Reports the best of
// the rounds, since other load can only make one slower.
import '../scripts/lib/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { build } from '../scripts/lib/build.mjs'
import { root } from '../scripts/lib/project.mjs'
import { cpuOf, familyCpuOf, reapedCpuOf } from './lib/processes.mjs'

await build({ projects: ['services/archive'] })
const { migrate } = await import('@agora/shared/database/migrate')
const { readAgoraFile } = await import('@agora/shared/config/agora-file')
const { startPostgres } = await import('@agora/suite/servers/postgres')
const { migrationsOf } = await import('@agora/suite/project')
const { temporaryFolder } = await import('@agora/suite/temporary')
const { createPool } = await import('@agora/shared/database/pool')
const { archiveNodeFlags } = await import('../scripts/lib/archive.mjs')
const archive = path.join(root, 'services/archive/dist')
const { sampleLines } = await import(path.join(archive, 'sample/generate.js'))

const observations = Number(process.argv[2] ?? 200_000)
const rounds = Number(process.argv[3] ?? 3)
/** The folders of the versions by what their figures are marked with. */
const versions = new Map([['', root]])
if (process.argv[4]) versions.set(', other', path.resolve(process.argv[4]))
const { games } = readAgoraFile(path.join(root, 'config/agora.yaml'))

/**
 * @param {string} file
 * @param {Iterator<string>} lines
 * @param {number} count
 */
async function writeLines(file, lines, count) {
  const out = createWriteStream(file)
  for (let written = 0; written < count; written++) {
    if (!out.write(`${lines.next().value}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

/**
 * Each line is one text value: no line of the sample holds a tab, and control character 1 quotes nothing.
 *
 * @param {import('pg').PoolClient} client
 * @param {string} file
 */
async function plainCopy(client, file) {
  await client.query('CREATE TABLE public.line (text text)')
  await pipeline(
    createReadStream(file),
    client.query(copyFrom(`COPY public.line FROM STDIN (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`)),
  )
  await client.query('DROP TABLE public.line')
}

/**
 * Observations of accounts of game A, a minute apart, every tenth of them after all the others.
 *
 * @param {Iterator<string>} lines
 * @param {number} count
 * @param {number} subjects
 */
function* historyLines(lines, count, subjects) {
  const late = []
  for (let index = 0; index < count; ) {
    const { type, ...observation } = JSON.parse(lines.next().value)
    if (type !== 'GameAUser') continue
    const id = String(1 + (index % subjects))
    const retrieved_at = new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString()
    const line = JSON.stringify({ type, ...observation, id, retrieved_at })
    // 7 has no divisor in common with the number of subjects: all of them have late ones.
    if (index++ % 7 === 0 && late.length < count / 10) late.push(line)
    else yield line
  }
  yield* late
}

/**
 * @param {string} folder
 * @param {string} url
 * @param {string} file
 */
function runImport(folder, url, file) {
  const program = path.join(folder, 'services/archive/dist/bundle/import.js')
  const { status, stderr } = spawnSync(process.execPath, [...archiveNodeFlags, program, file], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, AGORA_CONFIG: path.join(folder, 'config/agora.yaml') },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the import ended with status ${status}\n${stderr}`)
}

const folder = temporaryFolder('bench-archive')
const postgres = await startPostgres({ folder: folder.path })
const pool = createPool({
  url: postgres.url,
  schema: 'archive',
  size: 1,
  name: 'bench',
  statementTimeoutMs: 0,
})
const client = await pool.connect()
try {
  await migrate({ url: postgres.url, schema: 'archive', directory: migrationsOf('archive') })
  const empty = () => client.query('TRUNCATE record, observation, import_progress')

  const news = path.join(folder.path, 'new.ndjson')
  const before = path.join(folder.path, 'before.ndjson')
  const after = path.join(folder.path, 'after.ndjson')
  const sample = { seed: 1, games }
  const fresh = sampleLines({ ...sample, observations, subjects: Math.ceil(observations / 40) })
  await writeLines(news, fresh, observations)
  const seen = sampleLines({
    ...sample,
    observations: 2 * observations,
    subjects: Math.ceil(observations / 400),
  })
  await writeLines(before, seen, observations)
  await writeLines(after, seen, observations)

  const half = Math.ceil(observations / 2)
  const histories = new Map()
  for (const [name, subjects] of /** @type {[string, number][]} */ ([
    ['one history', 1],
    ['many histories', Math.ceil(observations / 80)],
  ])) {
    const file = path.join(folder.path, `${subjects}.ndjson`)
    const seen = sampleLines({ ...sample, observations: 10 * observations, subjects: 10 })
    await writeLines(file, historyLines(seen, half, subjects), half)
    histories.set(name, file)
  }

  const best = new Map()
  /**
   * @param {string} name
   * @param {string} file
   * @param {(file: string) => unknown} work
   */
  async function measure(name, file, work, lines = observations) {
    // What earlier rounds left to be written is not this one's.
    await client.query('CHECKPOINT')
    const start = { importer: reapedCpuOf('self') + cpuOf('self'), postgres: familyCpuOf(postgres.pid) }
    const began = performance.now()
    await work(file)
    const ms = performance.now() - began
    const cpu = {
      importer: reapedCpuOf('self') + cpuOf('self') - start.importer,
      postgres: familyCpuOf(postgres.pid) - start.postgres,
    }
    const known = best.get(name) ?? { ms: Number.POSITIVE_INFINITY, importer: Infinity, postgres: Infinity }
    best.set(name, {
      file,
      lines,
      ms: Math.min(known.ms, ms),
      importer: Math.min(known.importer, cpu.importer),
      postgres: Math.min(known.postgres, cpu.postgres),
    })
  }

  const load = loadavg()[0].toFixed(1)
  console.log(
    `${observations} observations, best of ${rounds}, ${availableParallelism()} cores, load ${load} at the start`,
  )
  for (let round = 0; round < rounds; round++) {
    await empty()
    await measure('plain COPY', news, (file) => plainCopy(client, file))
    for (const [mark, folder] of versions) {
      await client.query(mark === '' ? `CREATE INDEX IF NOT EXISTS "record_by_name_idx" ON "record"("type", "scope", "name_order"("name") COLLATE "C", "subject")` : 'DROP INDEX IF EXISTS record_by_name_idx')
      /** @param {string} file */
      const load = (file) => runImport(folder, postgres.url, file)
      await empty()
      await measure(`empty archive${mark}`, news, load)
      await measure(`the same again${mark}`, news, load)
      await empty()
      load(before)
      await measure(`known records${mark}`, after, load)
      await empty()
      load(after)
      await measure(`older than all${mark}`, before, load)
      for (const [name, file] of histories) {
        await empty()
        await measure(`${name}${mark}`, file, load, half)
      }
    }
  }

  console.log(`${' '.repeat(22)}  lines/s     MB/s   CPU a line: importer, Postgres`)
  for (const [name, { file, lines, ms, importer, postgres: server }] of best) {
    const perSecond = Math.round((lines * 1000) / ms).toLocaleString('en-US')
    const megabytes = (statSync(file).size / 1000 / ms).toFixed(1)
    /** @param {number} cpu */
    const us = (cpu) => `${(cpu / lines).toFixed(1)} µs`
    console.log(
      `${name.padEnd(22)} ${perSecond.padStart(8)} ${megabytes.padStart(8)}   ${us(importer).padStart(20)}, ${us(server).padStart(8)}`,
    )
  }
} finally {
  client.release()
  await pool.end()
  await postgres.stop()
  folder.remove()
}
