import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

/**
 * @typedef {object} Schema
 * @property {string} url
 * @property {string} pgSchema
 * @property {string} schemaFile
 * @property {{ name: string, sql: string }[]} migrations
 * @property {string} directory of the migrations
 */

// The engine as WebAssembly from npm: the CLI's `migrate` would download a binary that closed networks do not reach.
const bindingsFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
const wasm = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(path.join(path.dirname(bindingsFile), 'schema_engine_bg.wasm'))),
  { './schema_engine_bg.js': bindings },
)
bindings.__wbg_set_wasm(wasm.exports)
const { __wbindgen_start: start } = /** @type {Record<string, () => void>} */ (wasm.exports)
start()

/** The object ids of Postgres' one-byte "char" and of bpchar, which the adapter can read. */
const CHAR = 18
const BPCHAR = 1042

/**
 * The driver adapter with three repairs for the schema engine: scripts run whole, since splitting them at semicolons
 * breaks function bodies; columns of the catalogue's "char" type are read as characters instead of being refused; the
 * shadow database is the connected one, which here is always a throw-away database.
 */
class EnginePg extends PrismaPg {
  /** @override */
  async connect() {
    // The repaired parts are private to the adapter.
    /** @type {any} */
    const adapter = await super.connect()
    /** @param {string} script */
    adapter.executeScript = async (script) => {
      try {
        await adapter.client.query(script)
      } catch (error) {
        adapter.onError(error)
      }
    }
    const performIO = adapter.performIO.bind(adapter)
    /** @type {boolean[]} */
    let charColumns = []
    /** @param {unknown} query */
    adapter.performIO = async (query) => {
      const result = await performIO(query)
      charColumns = result.fields.map(
        (/** @type {{ dataTypeID: number }} */ field) => field.dataTypeID === CHAR,
      )
      for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = BPCHAR
      return result
    }
    const queryRaw = adapter.queryRaw.bind(adapter)
    /** @param {unknown} query */
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query)
      const columnTypes = result.columnTypes.map((/** @type {number} */ type, /** @type {number} */ index) =>
        charColumns[index] ? ColumnTypeEnum.Character : type,
      )
      return { ...result, columnTypes }
    }
    return adapter
  }

  /** @override */
  connectToShadowDb() {
    return this.connect()
  }
}

/**
 * The SQL that turns the schema made by these migrations into the one in the Prisma file; empty if they agree. `url`
 * names an empty, writable database.
 *
 * @param {Schema} service
 */
export async function differenceToSchema({ url, pgSchema, schemaFile, migrations, directory }) {
  const files = [{ path: schemaFile, content: readFileSync(schemaFile, 'utf8') }]
  // One connection, so that the engine's advisory lock and its queries share a session.
  const factory = new EnginePg(
    { connectionString: url, max: 1, options: `-c search_path=${pgSchema}` },
    { schema: pgSchema },
  )
  const engine = await bindings.SchemaEngine.new(
    { datamodels: files.map((file) => [file.path, file.content]) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(factory),
  )
  try {
    const { exitCode, stdout } = await engine.diff({
      from: {
        tag: 'migrations',
        baseDir: directory,
        shadowDbInitScript: '',
        lockfile: { path: 'migration_lock.toml', content: lockfile(directory) },
        migrationDirectories: migrations.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
        })),
      },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    })
    return exitCode === 0 ? '' : stdout
  } finally {
    engine.free()
  }
}

export const LOCKFILE = 'provider = "postgresql"\n'

/** @param {string} directory */
function lockfile(directory) {
  const file = path.join(directory, 'migration_lock.toml')
  return existsSync(file) ? readFileSync(file, 'utf8') : LOCKFILE
}
