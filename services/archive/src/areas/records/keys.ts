import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { type RecordKey, type RecordType, scopeOf } from '../../observations/types.ts'

const decimal = /^[0-9]{1,20}$/
const site = /^(0|[1-9][0-9]{0,15})$/

/** Parses a path; undefined if it can match nothing: an unknown server, an id that is not decimal. */
export function recordKey(
  games: AgoraConfig['games'],
  type: RecordType,
  scope: string,
  subject: string,
): RecordKey | undefined {
  if (!decimal.test(subject)) return undefined
  return isScope(games, type, scope) ? { type, scope, subject } : undefined
}

function isScope(games: AgoraConfig['games'], type: RecordType, scope: string): boolean {
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
