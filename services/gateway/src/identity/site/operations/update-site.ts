import { contrastFaults } from '@agora/shared/config/contrast'
import { transactions } from '@agora/shared/database/database'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Actor } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { judgeRecent } from '../../credentials/store-recent.ts'
import type { Site, SiteInput } from '../schemas.ts'
import { settingsOf } from '../settings.ts'
import { writeSite } from '../store.ts'

/** @throws ApiError 403 without a recent sign-in, 422 for colours that some people could not read */
export async function updateSite({ config, pool }: Context, actor: Actor, input: SiteInput): Promise<Site> {
  const [fault] = input.colours ? contrastFaults(input.colours) : []
  if (fault) throw new ApiError(common.invalidBody, { message: `invalid \`colours\`: ${fault.message}` })
  return transactions(pool)(async (tx) => {
    await judgeRecent(tx, actor)
    return settingsOf(config, await writeSite(tx, input))
  })
}
