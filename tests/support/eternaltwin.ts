import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { testPostgres } from '@agora/testing/test-postgres'
import pg from 'pg'
import { eternaltwinSchema } from './eternaltwin-schema.ts'

/** The folder of a checkout of Eternaltwin's public repository: it is not part of this project, and nothing fetches it. */
export const eternaltwinCheckout = process.env.AGORA_ETERNALTWIN

/** What tests try: its tables in our words, and those of its own scripts; '' where these cannot be had, which the name says. */
export const eternaltwinSchemas: readonly (readonly [name: string, scripts: string | undefined])[] = [
  ['tables like its own', undefined],
  eternaltwinCheckout === undefined
    ? ['the tables of its own scripts: skipped, AGORA_ETERNALTWIN names no checkout', '']
    : ['the tables of its own scripts', path.join(eternaltwinCheckout, 'db/scripts')],
]

/** The key of its encrypted columns. */
export const ETERNALTWIN_SECRET = 'a secret of the old site'

export interface EternaltwinDatabase {
  url: string
  client: pg.Client
  drop(): Promise<void>
}

/** An empty Eternaltwin on the test run's Postgres: of its own scripts in this folder, or of the same tables. */
export async function createEternaltwin(scripts?: string): Promise<EternaltwinDatabase> {
  const { adminUrl } = testPostgres()
  const name = `eternaltwin_${randomBytes(8).toString('hex')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const url = new URL(adminUrl)
  url.pathname = name
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const statements of scripts === undefined ? [eternaltwinSchema] : scriptsIn(scripts))
    await client.query(statements)
  return {
    url: url.href,
    client,
    drop: async () => {
      await client.end()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}

/** What makes the schema, and each of its upgrades after it. */
const scriptsIn = (folder: string): string[] =>
  [
    'create/001.sql',
    ...readdirSync(path.join(folder, 'upgrade'))
      .sort()
      .map((file) => `upgrade/${file}`),
  ].map((file) => readFileSync(path.join(folder, file), 'utf8'))
