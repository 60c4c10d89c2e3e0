import type { Database } from '@agora/shared/database/database'
import { renameInHtml } from '@agora/shared/markup/index'
import { FIRST } from './sql.ts'
import { lockNamingProfiles, writeAbout } from './store.ts'

/** Gives a member their new name wherever a profile mentions them. Sources name them by id. */
export async function renameInProfiles(
  db: Database,
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  for (let after: string | undefined = FIRST; after !== undefined; ) {
    const from: string = after
    after = await db.transaction(async (tx) => {
      const profiles = await lockNamingProfiles(tx, userId, from)
      for (const profile of profiles) {
        const html = renameInHtml(profile.html, { userId, name, quotedAs: () => undefined })
        if (html !== profile.html) await writeAbout(tx, profile.userId, html)
      }
      return profiles.at(-1)?.userId
    })
  }
}
