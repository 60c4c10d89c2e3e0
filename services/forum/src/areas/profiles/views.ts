import type { ShortUser } from '@agora/shared/contracts/types'
import type { Profile } from './schemas.ts'
import type { ProfileRow } from './store.ts'

/** @param row undefined if the member has said nothing. `isOwn`: only the member gets the source. */
export function viewProfile(user: ShortUser, row: ProfileRow | undefined, isOwn: boolean): Profile {
  const { aboutHtml: html = null, aboutSource: source = null, pronouns = null, tagline = null } = row ?? {}
  return {
    type: 'ForumProfile',
    user,
    about: html === null ? null : { html, ...(isOwn && source !== null ? { marktwin: source } : {}) },
    pronouns,
    tagline,
  }
}
