import { forgetIfGone } from '@agora/shared/emblems/emblems'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import type { Actor } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import type { SiteInput } from './schemas.ts'
import { readSite, type SitePictures, sitePictures } from './store.ts'

type Chosen = Partial<SitePictures>

/**
 * What changes of the site's pictures: those that the administrator has sent for it; null for none.
 *
 * @throws ApiError mediaNotFound; unavailable while nobody knows of them.
 */
export async function choosePictures(
  { pool, holdEmblem }: Context,
  { id: owner, traceparent }: Actor,
  input: SiteInput,
): Promise<Chosen> {
  const present = await readSite(pool)
  const chosen: Chosen = {}
  for (const use of ['logo', 'icon'] as const) {
    const media = input[use]
    // Named once more it stays, whoever has sent it.
    if (media === undefined || (media !== null && media === present?.[use]?.id)) continue
    const picture = media === null ? null : await holdEmblem({ media, owner, traceparent })
    if (picture === undefined) throw new ApiError(errors.mediaNotFound)
    chosen[use] = picture
  }
  return chosen
}

/** After they were written: those that were deleted meanwhile are shown no more. */
export async function forgetGone(
  { pool, holdEmblem }: Context,
  { id: owner, traceparent }: Actor,
  { logo, icon }: Chosen,
): Promise<void> {
  const { forget } = sitePictures(pool)
  for (const chosen of [logo, icon])
    if (chosen) await forgetIfGone(holdEmblem, { media: chosen.id, owner, traceparent }, forget)
}
