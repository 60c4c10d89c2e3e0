import type { Authority } from '../../authority/authority.ts'

/** A category holds no threads, whoever asks. */
export function canCreateThread(authority: Authority, section: { isCategory: boolean }): boolean {
  return authority.canWrite && !section.isCategory
}
