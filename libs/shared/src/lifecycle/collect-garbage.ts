/** Time for the first requests that waited for the process, in milliseconds. */
const DELAY_MS = 1_000

/**
 * Makes V8 collect the garbage of the start once and return the memory: an idle process would keep it, a third of its
 * total. It takes a tenth of a second. Under load the heap grows again as usual.
 */
export function collectStartupGarbage(): void {
  // Without an inspector in Node the memory stays allocated; nothing else fails.
  setTimeout(() => collectGarbage().catch(() => {}), DELAY_MS).unref()
}

async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
