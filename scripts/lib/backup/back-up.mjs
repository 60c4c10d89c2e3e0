import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { schemaOf } from '@agora/shared/contracts/services'
import { to as copyTo } from 'pg-copy-streams'
import {
  connect,
  fileOf,
  LAYOUT,
  manifestIn,
  migrationsSeen,
  sequencesOf,
  tablesOf,
  targetOf,
} from './tables.mjs'

const databaseOf = (url) => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/**
 * Opens a transaction for each service that sees nothing of what happens from now on. Services in one database share
 * one snapshot, so that what one knows of another agrees.
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

async function copyTable(client, file, table) {
  const rows = client.query(copyTo(`COPY ${targetOf(table)} TO STDOUT`))
  await pipeline(rows, createGzip({ level: 6 }), createWriteStream(file, { mode: 0o600 }))
  return rows.rowCount
}

async function copyService({ service, schema, client }, folder) {
  mkdirSync(path.join(folder, service), { mode: 0o700 })
  const migrations = await migrationsSeen(client, schema)
  if (migrations.length === 0) throw new Error(`the database of ${service} has never been migrated`)
  const tables = []
  for (const table of await tablesOf(client, schema)) {
    const rows = await copyTable(client, fileOf(folder, service, table.name), table)
    tables.push({ ...table, rows })
  }
  return { migrations, tables, sequences: await sequencesOf(client, schema) }
}

/** Writes the data of these databases to an empty folder. It is a backup once its manifest is there. */
export async function backUp(urls, folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const sources = await openSnapshots(urls)
  const services = {}
  const madeAt = new Date().toISOString()
  try {
    for (const source of sources) services[source.service] = await copyService(source, folder)
  } finally {
    await Promise.all(sources.map(({ client }) => client.end()))
  }
  const manifest = JSON.stringify({ layout: LAYOUT, made_at: madeAt, services }, null, 2)
  writeFileSync(`${manifestIn(folder)}.new`, `${manifest}\n`, { mode: 0o600 })
  renameSync(`${manifestIn(folder)}.new`, manifestIn(folder))
  const tables = Object.values(services).flatMap((service) => service.tables)
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
}
