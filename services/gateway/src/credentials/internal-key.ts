import { createHash, timingSafeEqual } from 'node:crypto'
import type { InternalKeyState } from '@agora/shared/contracts/principal'

const digest = (value: string) => createHash('sha256').update(value).digest()

/** Judges the header Svc-Internal-Auth. An empty header counts as absent; while no key is set, none is right. */
export function internalKeyJudge(key: string) {
  const expected = digest(key)
  return (header: string | string[] | undefined): InternalKeyState => {
    if (header === undefined || header === '') return 'absent'
    if (key === '' || typeof header !== 'string') return 'wrong'
    return timingSafeEqual(digest(header), expected) ? 'valid' : 'wrong'
  }
}
