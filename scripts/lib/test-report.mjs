import path from 'node:path'
import { root } from './project.mjs'

/**
 * @typedef {object} FileReport
 * @property {string} name
 * @property {string} status
 * @property {string} [message]
 * @property {{ status: string, fullName: string, failureMessages: string[] }[]} assertionResults
 */

const errorLines = 6
// The colours in which Vitest prints differences.
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/**
 * The first lines of an error, without the tools' own frames, indented below the failed test's name.
 *
 * @param {string} message
 */
function firstLines(message) {
  return message
    .replace(colours, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, errorLines)
    .map((line) => `       ${line.trim().replaceAll(`${root}/`, '')}`)
    .join('\n')
}

/**
 * A file's failed tests. A file that could not be loaded, or whose hooks failed, counts as one.
 *
 * @param {FileReport} file
 */
function failuresOf(file) {
  const name = path.relative(root, file.name)
  const failed = file.assertionResults.filter((one) => one.status === 'failed')
  if (failed.length === 0) return [`FAILED ${name}\n${firstLines(file.message ?? '')}`]
  return failed.map(
    (one) => `FAILED ${name} > ${one.fullName}\n${firstLines(one.failureMessages.join('\n'))}`,
  )
}

/**
 * Summarizes Vitest's report of a run: how many tests passed, and for each failed one its name and the error's first
 * lines. A run that failed without a failed test, or left no report, has one failure that says so.
 *
 * @param {{ testResults: FileReport[], numPassedTests: number } | undefined} report
 * @param {number} status
 */
export function readReport(report, status) {
  const failures = (report?.testResults ?? []).filter((file) => file.status === 'failed').flatMap(failuresOf)
  if (failures.length === 0 && (status !== 0 || report === undefined)) {
    failures.push(
      `FAILED besides the tests\n       Vitest ended with status ${status}: its output says what went wrong`,
    )
  }
  return { passed: report?.numPassedTests ?? 0, failures }
}
