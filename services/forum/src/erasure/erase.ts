import type { DueErasure } from '@agora/shared/contracts/erasures'
import type { Database } from '@agora/shared/database/database'
import { blankRemarks, deleteOwn, forgetNames } from './store.ts'
import { renameInTexts } from './texts.ts'

/** What was written before an account was erased may be committed slightly later, in milliseconds. */
const OVERLAP_MS = 5 * 60 * 1000
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Keeps of a member what they wrote, under nobody's name, and what moderators did. */
export async function eraseMember(
  db: Database,
  { user, erased_at, is_first, is_last }: DueErasure,
): Promise<void> {
  await renameInTexts(db, user, is_first ? FIRST : firstIdAt(Date.parse(erased_at) - OVERLAP_MS))
  await deleteOwn(db, user)
  await blankRemarks(db, user)
  if (is_last) await forgetNames(db, user)
}

/** No UUIDv7 from this time or later is smaller. */
function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
