import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lintMigrations } from '../scripts/lib/migration-lint.mjs'

const refused = [
  [
    'takes a column away that the running version reads',
    'ALTER TABLE item DROP COLUMN price;',
    'ban-drop-column',
  ],
  ['takes a table away', 'DROP TABLE item;', 'ban-drop-table'],
  ['renames a column', 'ALTER TABLE item RENAME COLUMN price TO cost;', 'renaming-column'],
  ['renames a table', 'ALTER TABLE item RENAME TO article;', 'renaming-table'],
  ['rewrites a column', 'ALTER TABLE item ALTER COLUMN price TYPE BIGINT;', 'changing-column-type'],
  [
    'asks for a value that the running version does not write',
    'ALTER TABLE item ADD COLUMN size INTEGER NOT NULL;',
    'adding-required-field',
  ],
  [
    'forbids what the running version writes',
    'ALTER TABLE item ALTER COLUMN price SET NOT NULL;',
    'adding-not-nullable-field',
  ],
  [
    'builds an index while everybody waits',
    'CREATE INDEX item_price ON item (price);',
    'require-concurrent-index-creation',
  ],
  [
    'reads a whole table for a reference',
    'ALTER TABLE item ADD CONSTRAINT item_of FOREIGN KEY (kind) REFERENCES kind (id);',
    'adding-foreign-key-constraint',
  ],
] as const
const taken = [
  [
    'adds a table with its indexes',
    'CREATE TABLE item (id UUID PRIMARY KEY, price INTEGER NOT NULL);\nCREATE INDEX item_price ON item (price);',
  ],
  ['adds a column that may be empty', 'ALTER TABLE item ADD COLUMN size INTEGER;'],
  ['adds a column with a default', 'ALTER TABLE item ADD COLUMN size INTEGER NOT NULL DEFAULT 0;'],
  [
    'builds an index beside everybody',
    '-- outside a transaction\nCREATE INDEX CONCURRENTLY item_price ON item (price);',
  ],
  [
    'says why it knows better',
    '-- No process reads it since 0.3.\n-- squawk-ignore ban-drop-column\nALTER TABLE item DROP COLUMN price;',
  ],
] as const

const folder = temporaryFolder('lint')
afterAll(() => folder.remove())

/** The rules that each one breaks. */
const broken = new Map<string, string[]>()
beforeAll(async () => {
  const files = new Map(
    [...refused, ...taken].map(([what, sql], index) => {
      const file = path.join(folder.path, String(index), 'migration.sql')
      mkdirSync(path.dirname(file))
      writeFileSync(file, sql)
      return [file, what]
    }),
  )
  const faults = await lintMigrations([...files.keys()])
  for (const [file, what] of files) {
    const own = faults.filter((fault) => path.resolve(projectRoot, fault.file) === file)
    broken.set(
      what,
      own.map(({ rule }) => rule),
    )
  }
})

describe('a migration', () => {
  test.each(refused)('that %s is refused', (what, _sql, rule) => {
    expect(broken.get(what)).toContain(rule)
  })

  test.each(taken)('that %s is not', (what) => {
    expect(broken.get(what)).toEqual([])
  })
})
