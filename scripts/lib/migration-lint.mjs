import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isOutsideTransaction } from '@agora/shared/database/migrate'
import { root, run } from './project.mjs'

const SQUAWK = path.join(root, 'node_modules/squawk-cli/js/bin/squawk')

/** Migrations before this one were applied before there were rules, and must not be edited. */
const SINCE = '20261123080000'

/**
 * Reports what would break the version that still runs, or lock its tables for longer than a moment; .squawk.toml has the
 * rules. An exception goes above the statement with its reason: `-- squawk-ignore RULE`, and why.
 *
 * @param {string[]} files
 * @returns {Promise<{ file: string, line: number, rule: string, message: string }[]>}
 */
export async function lintMigrations(files) {
  const outside = files.filter((file) => isOutsideTransaction({ sql: readFileSync(file, 'utf8') }))
  const inside = files.filter((file) => !outside.includes(file))
  const faults = await Promise.all([squawk(outside, []), squawk(inside, ['--assume-in-transaction'])])
  return faults.flat()
}

/** @param {string[]} files */
export const sinceRules = (files) => files.filter((file) => path.basename(path.dirname(file)) >= SINCE)

/** @typedef {{ file: string, line: number, rule_name: string, message: string }} Fault as squawk tells it */

/**
 * @param {string[]} files
 * @param {string[]} flags
 */
async function squawk(files, flags) {
  if (files.length === 0) return []
  const words = ['--config', path.join(root, '.squawk.toml'), '--reporter', 'json', ...flags, ...files]
  const { status, output } = await run(process.execPath, [SQUAWK, ...words])
  const json = output.split('\n').find((line) => line.startsWith('['))
  if (json === undefined) throw new Error(`squawk failed (${status}): ${output}`)
  return JSON.parse(json).map((/** @type {Fault} */ { file, line, rule_name, message }) => ({
    file: path.relative(root, file),
    line: line + 1,
    rule: rule_name,
    message,
  }))
}
