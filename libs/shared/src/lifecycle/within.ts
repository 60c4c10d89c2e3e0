/**
 * @throws Error when the work takes longer than `ms`; it then continues unobserved. An answer that has arrived counts even if
 * this process was too busy to read it in time.
 */
export function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer in ${ms} ms`))
    // What has arrived is read before that.
    const late = setTimeout(() => setImmediate(giveUp), ms)
    work.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
