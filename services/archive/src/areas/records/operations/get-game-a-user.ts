import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessAccount } from '../authority.ts'
import { gameLinksOf } from '../game-links.ts'
import type { GameAUser } from '../schemas.ts'
import { latestValue, snapshotsOf } from '../views.ts'

export async function getGameAUser(
  context: Context,
  caller: Caller,
  server: string,
  id: string,
): Promise<GameAUser> {
  const key = { type: 'GameAUser', scope: server, subject: id } as const
  const { archivedAt, latest, links } = await accessAccount(context, key)
  return {
    type: 'GameAUser',
    server,
    id,
    archived_at: archivedAt.toISOString(),
    username: latestValue(latest, 'username') ?? null,
    ...snapshotsOf(latest, ['coins', 'creatures', 'inventory', 'collection']),
    svc: await gameLinksOf(context, caller, links),
  } as GameAUser
}
