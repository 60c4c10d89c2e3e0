/**
 * What is read once and then good for so long, in milliseconds: of simultaneous questions one reads. A failure is not kept.
 */
export function kept<Value>(forMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { value: Promise<Value>; until: number } | undefined
  return () => {
    if (!last || last.until <= Date.now()) {
      const value = read()
      const mine = { value, until: Date.now() + forMs }
      last = mine
      value.catch(() => {
        if (last === mine) last = undefined
      })
    }
    return last.value
  }
}
