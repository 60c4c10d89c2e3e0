import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'

/**
 * @throws Error when the work takes longer than `ms`; it then continues unobserved. An answer that has arrived counts even if
 * this process was too busy to read it in time.
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const done = new AbortController()
  const late = sleep(ms, undefined, { signal: done.signal }).then(
    async () => {
      await afterReading()
      throw new Error(`no answer in ${ms} ms`)
    },
    () => new Promise<never>(() => {}),
  )
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}
