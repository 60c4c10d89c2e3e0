// Runs the tests on real stores that they start themselves:
//   npm test                    the groups `short` and `alone` of vitest.config.ts
//   npm test -- FILTER...       files whose path contains a filter, slow ones included
//   npm run test:long           all groups, with or without a filter
//   node scripts/test.mjs --project=NAME...   these groups
// Other words go to vitest as they are.
// Failures are listed again at the end, with the first lines of their errors; the last line is `N passed, N failed`.
import './lib/node-version.mjs'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const { build } = await import('./lib/build.mjs')
const { ensureChromium } = await import('./lib/chromium.mjs')
const { root, run } = await import('./lib/project.mjs')
const { readReport } = await import('./lib/test-report.mjs')

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const short = ['short', 'alone']
const slow = ['slow', 'slow-alone']

/**
 * The groups that these words ask for; none stands for all.
 *
 * @param {string[]} words
 */
function groupsFor(words) {
  if (words.includes('--long') || words.some((word) => word.startsWith('--project'))) return []
  return words.some((word) => !word.startsWith('-')) ? [...short, ...slow] : short
}

async function main() {
  const words = process.argv.slice(2)
  const rest = words.filter((word) => word !== '--long')
  const groups = groupsFor(words)
  await build({ tolerant: true })
  if (groups !== short) await ensureChromium()

  const report = path.join(root, `.cache/test-report-${process.pid}.json`)
  try {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    const { status } = await run(
      process.execPath,
      [
        vitest,
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...groups.map((name) => `--project=${name}`),
        ...rest,
      ],
      { show: true },
    )
    const { passed, failures } = readReport(read(report), status)
    for (const failure of failures) console.log(`\n${failure}`)
    console.log(`\n${passed} passed, ${failures.length} failed`)
    return failures.length === 0 ? 0 : 1
  } finally {
    rmSync(report, { force: true })
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.log(`\nFAILED before the tests\n       ${error instanceof Error ? error.message : error}`)
  console.log('\n0 passed, 1 failed')
  process.exitCode = 1
}
