/** When the first requests of whoever waited for the process are answered, in milliseconds. */
const SETTLE_MS = 1_000

/**
 * Has V8 collect, once, what a start leaves behind, and give it back: a process that then has nothing to do would keep
 * it, a third of its memory. It takes a tenth of a second. Under load the heap grows again as it always does.
 */
export function settle(): void {
  // Where Node has no inspector the memory stays taken: nothing else fails.
  setTimeout(() => collectGarbage().catch(() => {}), SETTLE_MS).unref()
}

async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
