import { NIL } from '@agora/shared/contracts/ids'
import type { Database } from '@agora/shared/database/database'
import { renameInHtml, renameInSource } from '@agora/shared/markup/index'
import { lockNamingProfiles, writeAbout } from './store.ts'
import { type NamedAnew, renamedIn } from './texts.ts'

/**
 * Gives a member their new name wherever a profile mentions them, and where it quotes them by a name with their mark: no
 * thread tells here whom a name alone means.
 */
export async function renameInProfiles(db: Database, member: NamedAnew): Promise<void> {
  const renamed = renamedIn(member, { isAmongAuthors: false })
  for (let after: string | undefined = NIL; after !== undefined; ) {
    const from: string = after
    after = await db.transaction(async (tx) => {
      const profiles = await lockNamingProfiles(tx, member.userId, from)
      for (const profile of profiles) {
        const html = renameInHtml(profile.html, renamed)
        const source = renameInSource(profile.source, renamed)
        if (html !== profile.html || source !== profile.source)
          await writeAbout(tx, { userId: profile.userId, html, source })
      }
      return profiles.at(-1)?.userId
    })
  }
}
