import path from 'node:path'
import { root } from './project.mjs'

const errorLines = 6
// The colours that Vitest gives the differences it prints.
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** The first lines of an error, without the tools' own frames, indented below the name of what failed. */
function firstLines(message) {
  return message
    .replace(colours, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, errorLines)
    .map((line) => `       ${line.trim().replaceAll(`${root}/`, '')}`)
    .join('\n')
}

/** A file's failed tests. One that could not be loaded, or whose hooks failed, has none: it counts as one by itself. */
function failuresOf(file) {
  const name = path.relative(root, file.name)
  const failed = file.assertionResults.filter((one) => one.status === 'failed')
  if (failed.length === 0) return [`FAILED ${name}\n${firstLines(file.message ?? '')}`]
  return failed.map(
    (one) => `FAILED ${name} > ${one.fullName}\n${firstLines(one.failureMessages.join('\n'))}`,
  )
}

/**
 * What Vitest's report of a run says: how many tests passed, and of each that failed its name and the error's first
 * lines. A run that failed without a failed test, or left no report, has one failure that says so.
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
