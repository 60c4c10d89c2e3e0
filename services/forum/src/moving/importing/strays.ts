import { writeAccess } from '../../areas/sections/store-audiences.ts'
import { lockTree, refreshAncestors, writeSection } from '../../areas/sections/store-tree.ts'
import { madeId } from '../ids.ts'
import type { ImportContext } from './context.ts'
import { isSection } from './store-sections.ts'

const NAME = 'Imported without a section'

/**
 * The section of threads whose own one cannot hold them. It may have been left out because few were to read it, so only
 * moderators read it here, who can move them.
 */
export function sectionOfStrays({ db, source }: ImportContext): Promise<string> {
  const id = madeId([source, 'section', NAME], 0)
  return db.transaction(async (tx) => {
    await lockTree(tx)
    if (await isSection(tx, id)) return id
    const key = `without_section_${id.slice(-12)}`
    await writeSection(tx, { key, display_name: NAME }, undefined, null, { id, ctime: null })
    await writeAccess(tx, id, { readers: 'Moderators', writers: 'Moderators' })
    await refreshAncestors(tx)
    return id
  })
}
