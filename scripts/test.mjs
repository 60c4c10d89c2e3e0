// Runs the tests on real stores that they start themselves:
//   npm test [-- FILTER...]     all but the long ones, or only files whose path contains a filter
//   npm run test:long           the long ones as well
//   node scripts/test.mjs --long-only
// Other words go to vitest as they are: `--project=NAME` runs one group of vitest.config.ts.
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

async function main() {
  const words = process.argv.slice(2)
  const selection = words.includes('--long-only') ? 'only' : words.includes('--long') ? 'too' : 'not'
  const rest = words.filter((word) => word !== '--long' && word !== '--long-only')
  await build({ tolerant: true })
  await ensureChromium()

  const report = path.join(root, `.cache/test-report-${process.pid}.json`)
  try {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    const { status } = await run(
      process.execPath,
      [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest],
      { show: true, env: { AGORA_LONG_TESTS: selection } },
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
