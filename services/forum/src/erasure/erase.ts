import { DELETED_MEMBER, type DueErasure } from '@agora/shared/contracts/erasures'
import { lowestIdAt, NIL } from '@agora/shared/contracts/ids'
import type { Database } from '@agora/shared/database/database'
import {
  forgetReactionsTakenBack,
  readReactionsOfMember,
  takeReactionBack,
} from '../areas/reactions/store.ts'
import { renameInProfiles } from '../renaming/profiles.ts'
import { forgetFormerNames, readFormerNames } from '../renaming/store.ts'
import { type NamedAnew, renameInNextTexts } from '../renaming/texts.ts'
import { blankRemarks, deleteOwn } from './store.ts'

/** What was written before an account was erased may be committed slightly later, in milliseconds. */
const OVERLAP_MS = 5 * 60 * 1000

/** Keeps of a member what they wrote, under nobody's name, and what moderators did. */
export async function eraseMember(
  db: Database,
  { user, erased_at, is_first, is_last }: DueErasure,
): Promise<void> {
  await removeNames(db, user, is_first ? NIL : lowestIdAt(Date.parse(erased_at) - OVERLAP_MS))
  await takeReactionsBack(db, user)
  await deleteOwn(db, user)
  await blankRemarks(db, user)
  if (is_last) await forgetFormerNames(db, user)
}

async function removeNames(db: Database, userId: string, from: string): Promise<void> {
  const member: NamedAnew = {
    userId,
    name: DELETED_MEMBER,
    markedName: DELETED_MEMBER,
    former: await readFormerNames(db, userId),
    // Whoever of that name has written in the thread, or otherwise anyone of that name.
    isMeant: ({ isShared }, { isAmongAuthors }) => isAmongAuthors || !isShared,
  }
  for (let place: string | undefined = from; place !== undefined; )
    place = await renameInNextTexts(db, [member], place)
  await renameInProfiles(db, member)
}

/** Reactions read together. */
const AT_ONCE = 500

async function takeReactionsBack(db: Database, user: string): Promise<void> {
  for (;;) {
    const reactions = await readReactionsOfMember(db, user, AT_ONCE)
    for (const reaction of reactions) await takeReactionBack(db, reaction)
    if (reactions.length < AT_ONCE) break
  }
  await forgetReactionsTakenBack(db, user)
}
