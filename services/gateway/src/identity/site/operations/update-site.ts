import { contrastFaults } from '@agora/shared/config/contrast'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Actor } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { judgeRecent } from '../../credentials/store-recent.ts'
import { choosePictures, forgetGone } from '../pictures.ts'
import type { Site, SiteInput } from '../schemas.ts'
import { settingsOf } from '../settings.ts'
import { writeSite } from '../store.ts'

/**
 * @throws ApiError 403 without a recent sign-in, 422 for colours that some people could not read, 404 for a picture that the
 * administrator has not sent, 503 while the media service does not answer
 */
export async function updateSite(context: Context, actor: Actor, input: SiteInput): Promise<Site> {
  const { config, pool } = context
  const [fault] = input.colours ? contrastFaults(input.colours) : []
  if (fault) throw new ApiError(common.invalidBody, { message: `invalid \`colours\`: ${fault.message}` })
  await judgeRecent(pool, actor)
  const pictures = await choosePictures(context, actor, input)
  const { logo: _logo, icon: _icon, ...others } = input
  const written = await context.transaction(async (tx) => {
    await judgeRecent(tx, actor)
    return writeSite(tx, { ...others, ...pictures })
  })
  await forgetGone(context, actor, pictures)
  return settingsOf(config, written)
}
