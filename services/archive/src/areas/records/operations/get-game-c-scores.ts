import type { Context } from '../../../context.ts'
import { accessRecord } from '../authority.ts'
import type { GameCScores } from '../schemas.ts'
import { scoresOf } from '../views.ts'

/** Empty for an account that was never archived, and for a malformed id. */
export async function getGameCScores(context: Context, id: string): Promise<GameCScores> {
  const record = await accessRecord(context, { type: 'GameCScores', scope: '', subject: id })
  return record ? scoresOf(record.latest) : []
}
