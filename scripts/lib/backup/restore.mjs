import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { schemaOf } from '@agora/shared/contracts/services'
import { migrate } from '@agora/shared/database/migrate'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { verify } from './digest.mjs'
import { readManifest } from './manifest.mjs'
import { picturesFileOf, requireNoPictures, restorePictures } from './pictures.mjs'
import { connect, fileOf, migrationsSeen, tablesOf, targetOf } from './tables.mjs'

/**
 * @typedef {object} Target
 * @property {string} service
 * @property {string} schema
 * @property {string} url
 * @property {import('./manifest.mjs').Service} backup
 * @property {import('./places.mjs').Place} place
 * @property {string} migrations the folder
 * @property {import('pg').Client} client
 */

/**
 * Refuses a target that is not empty, or is newer than the backup.
 *
 * @param {Target} target
 */
async function judgeTarget({ client, service, schema, backup, migrations }) {
  const missing = backup.migrations.filter((name) => !existsSync(path.join(migrations, name)))
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
    if (/** @type {number} */ (rowCount) > 0)
      throw new Error(`the database of ${service} is not empty: ${name} has rows`)
  }
}

/**
 * Migrates the schema to where it was when the backup was made.
 *
 * @param {Target} target
 */
async function migrateAsOf({ url, schema, backup, migrations }) {
  const directory = mkdtempSync(path.join(tmpdir(), 'agora-restore-'))
  try {
    for (const name of backup.migrations)
      cpSync(path.join(migrations, name), path.join(directory, name), { recursive: true })
    await migrate({ url, schema, directory })
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/**
 * Restores all tables of one service or none.
 *
 * @param {Target} target
 */
async function load({ client, service, backup, place }) {
  await client.query('BEGIN')
  for (const table of backup.tables) {
    const rows = client.query(copyFrom(`COPY ${targetOf(table)} FROM STDIN`))
    await pipeline(await place.read(fileOf(service, table.name)), createGunzip(), rows)
    if (rows.rowCount !== table.rows)
      throw new Error(
        `${service}: ${table.name} has ${rows.rowCount} rows, the backup's manifest says ${table.rows}`,
      )
  }
  for (const [name, last] of Object.entries(backup.sequences))
    await client.query('SELECT setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), last])
  await client.query('COMMIT')
}

/**
 * Puts a backup's data into databases that hold nothing; nothing is written unless all of them will take it and every
 * file is what was written.
 *
 * @param {Record<string, string>} urls of the databases, by service
 * @param {import('./places.mjs').Place} place
 * @param {(service: any) => string} migrationsOf the folder of a service's migrations
 * @param {string | undefined} folder of pictures
 */
export async function restore(urls, place, migrationsOf, folder) {
  const { services, pictures = [] } = await readManifest(place)
  if (pictures.length > 0 && folder === undefined)
    throw new Error('the backup contains pictures, but MEDIA_URL names no folder for them')
  if (pictures.length > 0 && folder !== undefined) requireNoPictures(folder)
  /** @type {Target[]} */
  const targets = []
  try {
    for (const [service, backup] of Object.entries(services)) {
      const [url, schema] = [urls[service], schemaOf(service)]
      if (url === undefined)
        throw new Error(`the backup contains ${service}, but no database is configured for it`)
      const migrations = migrationsOf(service)
      targets.push({ service, schema, url, backup, place, migrations, client: await connect(url, schema) })
    }
    for (const target of targets) await judgeTarget(target)
    for (const { service, backup } of targets)
      for (const table of backup.tables) await verify(place, fileOf(service, table.name), table)
    for (const part of pictures) await verify(place, picturesFileOf(part.name), part)
    for (const target of targets) {
      await migrateAsOf(target)
      await load(target)
    }
    if (folder !== undefined) await restorePictures(place, pictures, folder)
    for (const { client } of targets) await client.query('ANALYZE').catch(() => {})
  } finally {
    await Promise.all(targets.map(({ client }) => client.end()))
  }
  const tables = targets.flatMap(({ backup }) => backup.tables)
  return {
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: pictures.reduce((sum, { files }) => sum + files, 0),
  }
}
