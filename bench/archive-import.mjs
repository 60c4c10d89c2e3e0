// How fast observations are imported, beside a plain COPY of the same bytes into a table without an index:
//   node bench/archive-import.mjs [OBSERVATIONS]
// A Postgres of its own, with its usual waits for the disk; the importer runs as `npm run archive:import` starts it.
import '../scripts/lib/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { build } from '../scripts/lib/build.mjs'
import { root } from '../scripts/lib/project.mjs'

await build({ projects: ['services/archive'] })
const { migrate } = await import('@agora/shared/database/migrate')
const { readAgoraFile } = await import('@agora/shared/config/agora-file')
const { startPostgres } = await import('@agora/shared/suite/servers/postgres')
const { migrationsOf } = await import('@agora/shared/suite/services')
const { temporaryFolder } = await import('@agora/shared/suite/temporary')
const { createPool } = await import('@agora/shared/database/pool')
const { archiveNodeFlags } = await import('../scripts/lib/archive.mjs')
const archive = path.join(root, 'services/archive/dist')
const { sampleLines } = await import(path.join(archive, 'sample/generate.js'))
const { copyStream } = await import(path.join(archive, 'importer/copy.js'))

const observations = Number(process.argv[2] ?? 200_000)
const config = path.join(root, 'config/agora.yaml')

async function writeSample(file) {
  const { games } = readAgoraFile(config)
  const out = createWriteStream(file)
  for (const line of sampleLines({ seed: 1, observations, subjects: Math.ceil(observations / 40), games })) {
    if (!out.write(`${line}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

/** Each line is one text value: no line of the sample holds a tab, and control character 1 quotes nothing. */
async function plainCopy(url, file) {
  const pool = createPool({ url, schema: 'public', size: 1, name: 'bench' })
  const client = await pool.connect()
  try {
    await client.query('CREATE TABLE line (text text)')
    const began = performance.now()
    await pipeline(
      createReadStream(file),
      copyStream(client, `line FROM STDIN (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`),
    )
    return performance.now() - began
  } finally {
    client.release()
    await pool.end()
  }
}

function runImport(url, file) {
  const program = path.join(archive, 'cli/import.js')
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, [...archiveNodeFlags, program, file], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, AGORA_CONFIG: config },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the import ended with status ${status}\n${stderr}`)
  return performance.now() - began
}

const folder = temporaryFolder('bench-archive')
const postgres = await startPostgres({ folder: folder.path })
try {
  await migrate({ url: postgres.url, schema: 'archive', directory: migrationsOf('archive') })
  const file = path.join(folder.path, 'sample.ndjson')
  await writeSample(file)
  const megabytes = statSync(file).size / 1e6
  const report = (name, ms) =>
    console.log(
      `${name.padEnd(18)} ${(ms / 1000).toFixed(1).padStart(7)} s ${Math.round((observations * 1000) / ms)
        .toLocaleString('en-US')
        .padStart(9)} lines/s ${(megabytes / (ms / 1000)).toFixed(1).padStart(7)} MB/s`,
    )
  const load = loadavg()[0].toFixed(1)
  console.log(`${observations} observations, ${availableParallelism()} cores, load ${load} at the start`)
  report('plain COPY', await plainCopy(postgres.url, file))
  report('import', runImport(postgres.url, file))
  report('import, repeated', runImport(postgres.url, file))
} finally {
  await postgres.stop()
  folder.remove()
}
