import type { Processes } from '@agora/suite/launch'

/** The processes of this test file's suites, for reports of failures. */
export const runningSuites = new Set<Processes>()
