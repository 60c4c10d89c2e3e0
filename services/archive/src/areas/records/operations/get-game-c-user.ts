import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessAccount } from '../authority.ts'
import { gameLinksOf } from '../game-links.ts'
import type { GameCUser } from '../schemas.ts'
import { latestValue, siteLinksOf } from '../views.ts'

export async function getGameCUser(context: Context, caller: Caller, id: string): Promise<GameCUser> {
  const key = { type: 'GameCUser', scope: '', subject: id } as const
  const { archivedAt, latest, links } = await accessAccount(context, key)
  return {
    type: 'GameCUser',
    id,
    archived_at: archivedAt.toISOString(),
    display_name: latestValue(latest, 'display_name') ?? null,
    links: siteLinksOf(latest),
    svc: await gameLinksOf(context, caller, links),
  } as GameCUser
}
