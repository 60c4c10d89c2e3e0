import { LRUCache } from 'lru-cache'

/**
 * Remembers what was made of a key. Callers choose the keys, so there is a limit to them, at which the one that has not
 * been asked for longest is forgotten.
 */
export function remembered<Value extends object | string | number>(
  most: number,
  make: (key: string) => Value,
): (key: string) => Value {
  const values = new LRUCache<string, Value>({ max: most, memoMethod: make })
  return (key) => values.memo(key)
}
