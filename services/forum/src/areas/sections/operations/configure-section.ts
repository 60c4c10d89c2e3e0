import type { Context } from '../../../context.ts'
import type { SectionInput } from '../schemas.ts'
import { makeNamedGroups } from '../store-audiences.ts'
import { isConfiguredAs, lockTree, writeConfigured } from '../store-tree.ts'
import { writeSettings } from './upsert-section.ts'

/**
 * Creates the section that the configuration names, with the groups that it names and nobody has made yet, or gives it the configured settings where they are other ones than
 * at the last start. What administrators have changed since stays until then.
 *
 * @throws ApiError parentSectionNotFound, parentSectionIsDescendant, parentSectionHoldsThreads
 */
export async function configureSection({ db }: Context, input: SectionInput): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTree(tx)
    if (await isConfiguredAs(tx, input)) return
    await makeNamedGroups(tx, input)
    await writeSettings(tx, input)
    await writeConfigured(tx, input)
  })
}
