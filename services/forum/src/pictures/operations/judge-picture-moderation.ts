import type { ModeratesPicture, PictureModeration } from '@agora/shared/contracts/internal-media'
import { readActorFacts } from '../../authority/store.ts'
import type { Context } from '../../context.ts'
import { readSections } from '../store.ts'

export async function judgePictureModeration(
  { db }: Context,
  { user, posts }: PictureModeration,
): Promise<ModeratesPicture> {
  const { roles } = await readActorFacts(db, user)
  const held = new Set(roles.map(({ sectionId }) => sectionId))
  const moderates =
    held.size > 0 && (await readSections(db, posts)).some((id) => held.has(null) || held.has(id))
  return { moderates }
}
