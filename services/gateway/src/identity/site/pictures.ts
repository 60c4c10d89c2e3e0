import { forgetIfGone } from '@agora/shared/emblems/emblems'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import type { Actor } from '../accounts/authority.ts'
import type { Context } from '../context.ts'
import type { SiteInput } from './schemas.ts'
import { readSite, type SitePictures, sitePictures } from './store.ts'

type Chosen = Partial<SitePictures>

/**
 * Holds the pictures that a change of the site names; returns those that differ from the present ones, null for none.
 *
 * @throws ApiError mediaNotFound; unavailable while the media service does not answer.
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
    // The present picture may be named again by an administrator who has not sent it.
    if (media === undefined || (media !== null && media === present?.[use]?.id)) continue
    const picture = media === null ? null : await holdEmblem({ media, owner, traceparent })
    if (picture === undefined) throw new ApiError(errors.mediaNotFound)
    chosen[use] = picture
  }
  return chosen
}

/** Called after they are stored: takes those out again that were deleted meanwhile. */
export async function forgetGone(
  { pool, holdEmblem }: Context,
  { id: owner, traceparent }: Actor,
  { logo, icon }: Chosen,
): Promise<void> {
  const { forget } = sitePictures(pool)
  for (const chosen of [logo, icon])
    if (chosen) await forgetIfGone(holdEmblem, { media: chosen.id, owner, traceparent }, forget)
}
