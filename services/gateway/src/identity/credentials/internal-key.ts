import { createHash, timingSafeEqual } from 'node:crypto'
import type { InternalKeyState } from '@agora/shared/contracts/principal'

const digest = (value: string) => createHash('sha256').update(value).digest()

/**
 * Checks the header Svc-Internal-Auth against the keys, comma separated: two during a rotation. An empty header counts
 * as absent; if no key is set, none is valid.
 */
export function internalKeyJudge(keys: string) {
  const expected = keys
    .split(',')
    .filter((key) => key !== '')
    .map(digest)
  return (header: string | string[] | undefined): InternalKeyState => {
    if (header === undefined || header === '') return 'absent'
    if (typeof header !== 'string') return 'wrong'
    const given = digest(header)
    // Compares every key, so that the timing reveals nothing.
    const isRight = expected.map((key) => timingSafeEqual(given, key)).includes(true)
    return isRight ? 'valid' : 'wrong'
  }
}
