import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { type RecordKey, scopeOf } from '../../observations/types.ts'
import { findLinkedRecord, findRecord, type LinkRow, type RecordRow } from './store.ts'

const decimal = /^[0-9]{1,20}$/
const site = /^(0|[1-9][0-9]{0,15})$/

/** False for what can match nothing: an unknown server, an id that is not decimal. */
function isPossible(games: AgoraConfig['games'], { type, scope, subject }: RecordKey): boolean {
  if (!decimal.test(subject)) return false
  switch (scopeOf[type]) {
    case 'game_a':
      return games.game_a.servers.includes(scope)
    case 'game_b':
      return games.game_b.servers.includes(scope)
    case 'site':
      return site.test(scope)
    case 'none':
      return scope === ''
  }
}

/** Every record is public. Undefined if nothing is archived there. */
export async function accessRecord({ db, config }: Context, key: RecordKey): Promise<RecordRow | undefined> {
  return isPossible(config.games, key) ? findRecord(db, key) : undefined
}

const accounts = {
  GameAUser: { game: 'game_a', notFound: errors.gameAUserNotFound },
  GameBUser: { game: 'game_b', notFound: errors.gameBUserNotFound },
  GameCUser: { game: 'game_c', notFound: errors.gameCUserNotFound },
} as const

/** A game account with its links. @throws ApiError if nothing is archived there. */
export async function accessAccount(
  { db, config }: Context,
  key: RecordKey & { type: keyof typeof accounts },
): Promise<RecordRow & { links: LinkRow[] }> {
  const { game, notFound } = accounts[key.type]
  const record = isPossible(config.games, key) ? await findLinkedRecord(db, key, game) : undefined
  if (!record) throw new ApiError(notFound)
  return record
}
