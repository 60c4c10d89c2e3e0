import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import { shortUser } from '@agora/shared/contracts/types'
import type { Game, Link, Links, VersionedLink } from './schemas.ts'
import type { LinkRow } from './store.ts'

const types = { game_a: 'GameAUser', game_b: 'GameBUser', game_c: 'GameCUser' } as const satisfies Record<
  Game,
  string
>

/** An act on a link. The account's name is there as long as the account exists. */
const act = (time: Date, id: string, name: string | null) => ({
  time: time.toISOString(),
  user: shortUser({ id, displayName: name ?? DELETED_MEMBER }),
})

const linkActs = (row: LinkRow) => ({
  link: act(row.linkedAt, row.linkedBy, row.linkedByName),
  unlink:
    row.unlinkedAt === null || row.unlinkedBy === null
      ? null
      : act(row.unlinkedAt, row.unlinkedBy, row.unlinkedByName),
})

const linkView = (row: LinkRow): Link => ({
  ...linkActs(row),
  user: {
    type: types[row.game],
    ...(row.server === '' ? {} : { server: row.server }),
    id: row.gameUserId,
  },
})

/** The links of one slot. */
export function versionedLink(rows: readonly LinkRow[]): VersionedLink {
  const current = rows.find((row) => row.unlinkedAt === null)
  return {
    current: current ? linkView(current) : null,
    old: rows.filter((row) => row.unlinkedAt !== null).map(linkView),
  }
}

/** The links of an account, by game and server. */
export function linksView({ game_a, game_b }: AgoraConfig['games'], rows: readonly LinkRow[]): Links {
  const slot = (game: Game, server: string) =>
    versionedLink(rows.filter((row) => row.game === game && row.server === server))
  const servers = (game: Game, names: readonly string[]) =>
    Object.fromEntries(names.map((server) => [server, slot(game, server)]))
  return {
    game_a: servers('game_a', game_a.servers),
    game_b: servers('game_b', game_b.servers),
    game_c: slot('game_c', ''),
  }
}
