import { setTimeout as sleep } from 'node:timers/promises'

/** @throws Error when the work takes longer than `ms`; it then continues unobserved. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const done = new AbortController()
  const late = sleep(ms, undefined, { signal: done.signal }).then(
    () => Promise.reject(new Error(`no answer in ${ms} ms`)),
    () => new Promise<never>(() => {}),
  )
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}
