import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const conditions = ['agora-source', 'module', 'node', 'development|production']

const everywhere = (name: string) =>
  ['services/*/tests', 'libs/*/tests', 'tests'].map((folder) => `${folder}/**/${name}`)
/** What opens a browser, or takes more than some six seconds on two cores: kills, freezes, imports, floods. */
const SLOW = '*.slow.test.ts'
/** Many rounds, millions of rows, promised times. */
const LONG = '*.long.test.ts'
/** Those that measure their own process or watch the engine in it, and a siege that takes the whole machine. */
const ALONE = '{deadline,guest-pages-memory,linear,metrics}.test.ts'
const SLOW_ALONE = '{door-slow-callers,large-pages-memory}.slow.test.ts'
/** Long ones that wait for half minutes to pass, and measure how soon all is well after that. */
const WAITING = 'door-freeze-*.long.test.ts'
/** Long ones that load the machine, or measure. */
const LOADING =
  '{balance,door-slow-callers,door-wire,failover,read-replica,scaling,streams,streams-held}.long.test.ts'

/** Small files that take long: by size they would begin last, and the very last would run alone for a minute. */
const FIRST = [
  'web/tests/browser',
  'tests/door-freeze',
  'tests/start',
  'web/tests/operators-page',
  'gateway/tests/oauth/example-client',
  'tests/start-refusals',
  'tests/guest-pages',
  'messaging/standstill',
  'upstream/upstream',
].map((name) => `/${name}.slow.test.ts`)

/** By their times where a run is remembered, else by size, but for those. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.some((end) => moduleId.endsWith(end))
    const sorted = await super.sort(files)
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}

/** Tests that run beside one another by so many workers, after the groups before. */
const group = (
  groupOrder: number,
  name: string,
  maxWorkers: number,
  test: { include: string[]; exclude?: string[]; isolate?: boolean },
) => ({
  extends: true as const,
  test: {
    ...test,
    name,
    maxWorkers,
    exclude: ['**/node_modules/**', '**/dist/**', ...(test.exclude ?? [])],
    sequence: { groupOrder },
  },
})

// A file’s processes keep a core busy while they start: with more workers than cores, starts outlast their bounds. A worker runs file after file with
// the modules that it has loaded, which saves each file a process and its imports: no test changes what others see.
const projects = [
  group(1, 'short', 2, {
    include: everywhere('*.test.ts'),
    exclude: [SLOW, LONG, ALONE].flatMap(everywhere),
    isolate: false,
  }),
  group(2, 'alone', 1, { include: everywhere(ALONE) }),
  group(3, 'slow', 2, {
    include: everywhere(SLOW),
    exclude: everywhere(SLOW_ALONE),
    isolate: false,
  }),
  group(4, 'slow-alone', 1, { include: everywhere(SLOW_ALONE) }),
  group(5, 'waiting', 1, { include: everywhere(WAITING) }),
  group(6, 'loading', 1, { include: everywhere(LOADING) }),
  group(7, 'long', 2, {
    include: everywhere(LONG),
    exclude: [WAITING, LOADING].flatMap(everywhere),
  }),
]

export default defineConfig({
  // The shared code is tested as it is written; the services that a suite starts run as they are compiled.
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects,
    globalSetup: ['libs/testing/src/global-setup.ts'],
    setupFiles: ['libs/testing/src/failure-log.ts'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Bounds for a machine under load, no measure of speed.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
