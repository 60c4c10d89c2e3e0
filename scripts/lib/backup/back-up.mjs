import { existsSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import { schemaOf } from '@agora/shared/contracts/services'
import { to as copyTo } from 'pg-copy-streams'
import { digesting } from './digest.mjs'
import { writeManifest } from './manifest.mjs'
import { copyPictures } from './pictures.mjs'
import { connect, fileOf, migrationsSeen, sequencesOf, tablesOf, targetOf } from './tables.mjs'

/**
 * @typedef {import('pg').Client} Client
 * @typedef {import('./places.mjs').Place} Place
 * @typedef {import('./tables.mjs').Table} Table
 */

/** @param {string} url */
const databaseOf = (url) => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/**
 * Opens a transaction for each service that sees nothing later. Services in one database share one snapshot, so that
 * what they know of each other agrees.
 *
 * @param {Record<string, string>} urls
 */
async function openSnapshots(urls) {
  const sources = []
  const snapshots = new Map()
  try {
    for (const [service, url] of Object.entries(urls)) {
      const schema = schemaOf(service)
      const client = await connect(url, schema)
      sources.push({ service, schema, client })
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const shared = snapshots.get(databaseOf(url))
      if (shared) await client.query(`SET TRANSACTION SNAPSHOT '${shared}'`)
      else {
        const { rows } = await client.query('SELECT pg_export_snapshot() AS id')
        snapshots.set(databaseOf(url), rows[0].id)
      }
    }
    return sources
  } catch (error) {
    await Promise.all(sources.map(({ client }) => client.end()))
    throw error
  }
}

/**
 * @param {Client} client
 * @param {Place} place
 * @param {string} file
 * @param {Table} table
 */
async function copyTable(client, place, file, table) {
  const rows = client.query(copyTo(`COPY ${targetOf(table)} TO STDOUT`))
  const { stream, result } = digesting()
  // An error in the pipeline ends the writing with that error.
  await place.write(
    file,
    pipeline(rows, createGzip({ level: 6 }), stream, () => {}),
  )
  return { rows: rows.rowCount, ...result() }
}

/**
 * @param {{ service: string, schema: string, client: Client }} source
 * @param {Place} place
 */
async function copyService({ service, schema, client }, place) {
  const migrations = await migrationsSeen(client, schema)
  if (migrations.length === 0) throw new Error(`the database of ${service} has never been migrated`)
  const tables = []
  for (const table of await tablesOf(client, schema)) {
    tables.push({ ...table, ...(await copyTable(client, place, fileOf(service, table.name), table)) })
  }
  return { migrations, tables, sequences: await sequencesOf(client, schema) }
}

/**
 * Writes these databases' data, and the folder of pictures if there is one, to an empty place. It is a backup once its
 * manifest exists.
 *
 * @param {Record<string, string>} urls
 * @param {Place} place
 * @param {string | undefined} folder of pictures
 */
export async function backUp(urls, place, folder) {
  if (!(await place.isEmpty())) throw new Error(`${place.name} is not empty`)
  const sources = await openSnapshots(urls)
  /** @type {import('./manifest.mjs').Services} */
  const services = {}
  const madeAt = new Date().toISOString()
  try {
    for (const source of sources) services[source.service] = await copyService(source, place)
  } finally {
    await Promise.all(sources.map(({ client }) => client.end()))
  }
  const known = services.media?.tables.find(({ name }) => name === 'media')?.rows ?? 0
  if (folder !== undefined && known > 0 && !existsSync(folder))
    throw new Error(`there are pictures, but not the folder that MEDIA_URL names: ${folder}`)
  const pictures = folder === undefined ? [] : await copyPictures(folder, place)
  await writeManifest(place, madeAt, { services, pictures })
  const tables = Object.values(services).flatMap((service) => service.tables)
  /** @param {'rows' | 'bytes'} key */
  const sum = (key) => tables.reduce((total, table) => total + table[key], 0)
  const made = { tables: tables.length, rows: sum('rows'), bytes: sum('bytes') }
  await record(urls.gateway, { ...made, madeAt, place: place.name })
  return { ...made, files: pictures.reduce((total, { files }) => total + files, 0) }
}

/**
 * For monitoring: the gateway reports the age of the newest backup.
 *
 * @param {string} url
 * @param {{ madeAt: string, place: string, rows: number, bytes: number }} made
 */
async function record(url, { madeAt, place, rows, bytes }) {
  const client = await connect(url, schemaOf('gateway'))
  try {
    const values = [madeAt, place, rows, bytes]
    await client.query('INSERT INTO backup (made_at, place, rows, bytes) VALUES ($1, $2, $3, $4)', values)
  } finally {
    await client.end()
  }
}
