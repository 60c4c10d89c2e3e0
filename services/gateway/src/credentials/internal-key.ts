import { createHash, timingSafeEqual } from 'node:crypto'
import type { InternalKeyState } from '@agora/shared/contracts/principal'

const digest = (value: string) => createHash('sha256').update(value).digest()

/**
 * Judges the header Svc-Internal-Auth by the keys, comma separated: two of them while they rotate. An empty header
 * counts as absent; while no key is set, none is right.
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
    // Every key is compared, so that the time tells nothing.
    const isRight = expected.map((key) => timingSafeEqual(given, key)).includes(true)
    return isRight ? 'valid' : 'wrong'
  }
}
