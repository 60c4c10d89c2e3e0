import type { Processes } from '@agora/suite/launch'

/** The processes of this test file's suites, for what is told of a failure. */
export const runningSuites = new Set<Processes>()
