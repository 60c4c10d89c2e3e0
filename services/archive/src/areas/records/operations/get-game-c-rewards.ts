import type { Context } from '../../../context.ts'
import { accessRecord } from '../authority.ts'
import type { GameCRewards } from '../schemas.ts'
import { latestValue } from '../views.ts'

/** Empty for an account that was never archived on this site, and for malformed ids. */
export async function getGameCRewards(context: Context, id: string, site: string): Promise<GameCRewards> {
  const record = await accessRecord(context, { type: 'GameCRewards', scope: site, subject: id })
  const latest = record?.latest ?? {}
  return {
    stats: latestValue(latest, 'stats') ?? [],
    rewards: latestValue(latest, 'rewards') ?? [],
  } as GameCRewards
}
