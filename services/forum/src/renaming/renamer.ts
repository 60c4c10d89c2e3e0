import { lowestIdAt } from '@agora/shared/contracts/ids'
import type { Database } from '@agora/shared/database/database'
import { startSteps } from '@agora/shared/lifecycle/steps'
import { markedName } from '@agora/shared/users/mark'
import type { Logger } from 'pino'
import { renameInProfiles } from './profiles.ts'
import { foldName, readFormerNames } from './store.ts'
import { type DueRename, endRename, passRename, SETTLED_AFTER_MS, takeRenames } from './store-due.ts'
import { type NamedAnew, renameInNextTexts } from './texts.ts'

const LOOK_MS = 2_000
/** It rests this many times as long as it has worked: members who are renamed all the time cost others nothing. */
const REST = 9

/**
 * Brings new names of members to the texts in which others mention or quote them, a hundred texts at a time. Several
 * replicas take different members. Whatever is killed, another goes on from the last hundred: nothing is harmed by being
 * renamed twice.
 */
export function startRenamer({ db, logger }: { db: Database; logger: Logger }): { close(): Promise<void> } {
  const step = async () => {
    const begun = performance.now()
    const [first, ...others] = await takeRenames(db)
    if (!first) return 'idle'
    const renames = [first, ...others]
    const members: NamedAnew[] = []
    for (const rename of renames) members.push(await namedAnew(db, rename))
    const place = await renameInNextTexts(db, members, first.place)
    if (!place) for (const member of members) await renameInProfiles(db, member)
    for (const rename of renames) await (place ? passRename(db, rename, { place }) : end(db, rename))
    return REST * (performance.now() - begun)
  }
  return startSteps({ name: 'renames', step, idleMs: LOOK_MS, logger })
}

/** Looks once more through what was begun before the rename and stored after it. */
async function end(db: Database, rename: DueRename): Promise<void> {
  if (rename.isSettled) return endRename(db, rename)
  const renamedAt = rename.renamedAt.getTime()
  const place = lowestIdAt(renamedAt - SETTLED_AFTER_MS)
  await passRename(db, rename, { place, from: new Date(renamedAt + SETTLED_AFTER_MS) })
}

async function namedAnew(db: Database, { userId, name, replaced }: DueRename): Promise<NamedAnew> {
  const present = foldName(name)
  const due = new Set(replaced.map(foldName))
  return {
    userId,
    name,
    markedName: markedName(name, userId),
    former: await readFormerNames(db, userId),
    // Nobody takes over quotes of another by having had their name for a while.
    isMeant: (old, { isAmongAuthors }) =>
      isAmongAuthors && !old.isShared && old.name !== present && due.has(old.name),
  }
}
