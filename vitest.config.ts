import { defineConfig } from 'vitest/config'

const long = process.env.AGORA_LONG_TESTS === '1'
const conditions = ['agora-source', 'module', 'node', 'development|production']

export default defineConfig({
  // The shared code is tested as it is written; the services that a suite starts run as they are compiled.
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['services/*/tests/**/*.test.ts', 'libs/*/tests/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', ...(long ? [] : ['**/*.long.test.ts'])],
    globalSetup: ['libs/shared/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Bounds for a machine under load, no measure of speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
})
