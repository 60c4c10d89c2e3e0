import { defineConfig } from 'vitest/config'

/** Whether tests that take long run: `not`, `too` or `only` those. */
const long = process.env.AGORA_LONG_TESTS ?? 'not'
const name = long === 'only' ? '*.long.test.ts' : '*.test.ts'
const conditions = ['agora-source', 'module', 'node', 'development|production']

export default defineConfig({
  // The shared code is tested as it is written; the services that a suite starts run as they are compiled.
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['services/*/tests', 'libs/*/tests', 'tests'].map((folder) => `${folder}/**/${name}`),
    exclude: ['**/node_modules/**', '**/dist/**', ...(long === 'not' ? ['**/*.long.test.ts'] : [])],
    passWithNoTests: long === 'only',
    globalSetup: ['libs/testing/src/global-setup.ts'],
    pool: 'forks',
    // Tests wait for processes more than they work: three workers keep two cores busy. The long ones load or freeze the
    // machine: one at a time.
    maxWorkers: long === 'only' ? 1 : 3,
    // A worker keeps what it has loaded: no module of the tests holds a state that outlives its file.
    isolate: long === 'only',
    // Bounds for a machine under load, no measure of speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
})
