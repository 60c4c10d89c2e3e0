import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { fieldsOf } from '../../../observations/types.ts'
import { accessRecord } from '../authority.ts'
import type { GameACreature } from '../schemas.ts'
import { snapshotsOf } from '../views.ts'

export async function getGameACreature(context: Context, server: string, id: string): Promise<GameACreature> {
  const record = await accessRecord(context, { type: 'GameACreature', scope: server, subject: id })
  if (!record) throw new ApiError(errors.gameACreatureNotFound)
  return {
    type: 'GameACreature',
    server,
    id,
    archived_at: record.archivedAt.toISOString(),
    ...snapshotsOf(record.latest, fieldsOf.GameACreature),
  } as GameACreature
}
