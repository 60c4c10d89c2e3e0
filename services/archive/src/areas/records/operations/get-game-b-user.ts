import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessAccount } from '../authority.ts'
import { gameLinksOf } from '../game-links.ts'
import type { GameBUser } from '../schemas.ts'
import { latestValue, snapshotsOf } from '../views.ts'

export async function getGameBUser(
  context: Context,
  caller: Caller,
  server: string,
  id: string,
): Promise<GameBUser> {
  const key = { type: 'GameBUser', scope: server, subject: id } as const
  const { archivedAt, latest, links } = await accessAccount(context, key)
  return {
    type: 'GameBUser',
    server,
    id,
    username: latestValue(latest, 'username') ?? null,
    archived_at: archivedAt.toISOString(),
    ...snapshotsOf(latest, ['profile', 'inventory']),
    svc: await gameLinksOf(context, caller, links),
  } as GameBUser
}
