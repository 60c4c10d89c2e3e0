import { cpSync, createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { schemaOf } from '@agora/shared/contracts/services'
import { migrate } from '@agora/shared/database/migrate'
import { migrationsOf } from '@agora/suite/project'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connect, fileOf, LAYOUT, manifestIn, migrationsSeen, tablesOf, targetOf } from './tables.mjs'

function readManifest(folder) {
  if (!existsSync(manifestIn(folder))) throw new Error(`${folder} holds no complete backup: no manifest.json`)
  const manifest = JSON.parse(readFileSync(manifestIn(folder), 'utf8'))
  if (manifest.layout !== LAYOUT) throw new Error(`${folder} was made by another version of this command`)
  return manifest
}

/** Refuses a target that holds anything, or that is newer than the backup. */
async function judgeTarget({ client, service, schema, backup }) {
  const missing = backup.migrations.filter((name) => !existsSync(path.join(migrationsOf(service), name)))
  if (missing.length > 0)
    throw new Error(
      `the backup is newer than this version: ${service} has no migration ${missing.join(', ')}`,
    )
  const newer = (await migrationsSeen(client, schema)).filter((name) => !backup.migrations.includes(name))
  if (newer.length > 0)
    throw new Error(
      `the database of ${service} is newer than the backup (${newer.join(', ')}): take a fresh one`,
    )
  for (const { name } of await tablesOf(client, schema)) {
    const { rowCount } = await client.query(`SELECT FROM ${pg.escapeIdentifier(name)} LIMIT 1`)
    if (rowCount > 0) throw new Error(`the database of ${service} is not empty: ${name} has rows`)
  }
}

/** Brings the schema to where it was when the backup was made. */
async function migrateAsOf({ url, service, schema, backup }) {
  const directory = mkdtempSync(path.join(tmpdir(), 'agora-restore-'))
  try {
    for (const name of backup.migrations)
      cpSync(path.join(migrationsOf(service), name), path.join(directory, name), { recursive: true })
    await migrate({ url, schema, directory })
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** All tables of one service or none. */
async function load({ client, service, backup, folder }) {
  await client.query('BEGIN')
  for (const table of backup.tables) {
    const rows = client.query(copyFrom(`COPY ${targetOf(table)} FROM STDIN`))
    await pipeline(createReadStream(fileOf(folder, service, table.name)), createGunzip(), rows)
    if (rows.rowCount !== table.rows)
      throw new Error(
        `${service}: ${table.name} has ${rows.rowCount} rows, the backup's manifest says ${table.rows}`,
      )
  }
  for (const [name, last] of Object.entries(backup.sequences))
    await client.query('SELECT setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), last])
  await client.query('COMMIT')
}

/** Puts a backup's data into databases that hold nothing; nothing is written unless all of them will take it. */
export async function restore(urls, folder) {
  const { services } = readManifest(folder)
  const targets = []
  try {
    for (const [service, backup] of Object.entries(services)) {
      const [url, schema] = [urls[service], schemaOf(service)]
      targets.push({ service, schema, url, backup, folder, client: await connect(url, schema) })
    }
    for (const target of targets) await judgeTarget(target)
    for (const target of targets) {
      await migrateAsOf(target)
      await load(target)
    }
    for (const { client } of targets) await client.query('ANALYZE').catch(() => {})
  } finally {
    await Promise.all(targets.map(({ client }) => client.end()))
  }
  const tables = targets.flatMap(({ backup }) => backup.tables)
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
}
