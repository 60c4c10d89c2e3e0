import { partsOf } from '@agora/shared/collections/parts'
import type { AgoraConfig } from '@agora/shared/config/agora-file'
import type { MovedGameLink, Outcome } from '@agora/shared/contracts/moving-accounts'
import type { Database } from '@agora/shared/database/database'
import type { Transaction } from '@agora/shared/database/sql'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { linkEvent } from '../game-links/events.ts'
import { readAccountsOf } from './store-accounts.ts'
import { endMovedLinks, insertMovedLinks, readPresentLinks } from './store-game-links.ts'

/** Each transaction holds a lock for every member whose links it announces. */
const AT_ONCE = 250

/**
 * Links members with their accounts in games, with the times of the old site; a link that has ended since it was
 * imported ends here. The archive is told of each. Answers in the order given.
 */
export async function importGameLinks(
  db: Database,
  { games }: Pick<AgoraConfig, 'games'>,
  links: readonly MovedGameLink[],
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>()
  const isKnown = ({ game, server }: MovedGameLink) =>
    game === 'game_c' ? server === '' : games[game].servers.includes(server)
  for (const { id, server, ...link } of links)
    if (!isKnown({ id, server, ...link }))
      outcomes.set(id, { refused: `its server ${server} is none of the configuration` })
  const known = links.filter(({ id }) => !outcomes.has(id))
  for (const part of partsOf(known, { count: AT_ONCE }))
    for (const [id, outcome] of await db.transaction((tx) => importSome(tx, part))) outcomes.set(id, outcome)
  return links.map(({ id }) => outcomes.get(id)!)
}

async function importSome(tx: Transaction, links: readonly MovedGameLink[]): Promise<Map<string, Outcome>> {
  const changed = new Set([...(await endMovedLinks(tx, links)), ...(await insertMovedLinks(tx, links))])
  const left = links.filter(({ id }) => !changed.has(id))
  const present = new Set(
    await readPresentLinks(
      tx,
      left.map(({ id }) => id),
    ),
  )
  const accounts = new Set(
    (
      await readAccountsOf(
        tx,
        left.map(({ user }) => user),
      )
    ).map(({ id }) => id),
  )
  // The first of two with one id counts.
  const announced = [...new Map(links.toReversed().map((link) => [link.id, link] as const)).values()].filter(
    ({ id }) => changed.has(id),
  )
  await appendEvents(
    tx,
    null,
    announced.map(({ id, user, until }) =>
      linkEvent(user, { id, unlinkedAt: until === null ? null : new Date(until) }),
    ),
  )
  const outcomeOf = ({ id, user }: MovedGameLink): Outcome => {
    if (changed.has(id)) return 'Taken'
    if (present.has(id)) return 'Present'
    if (!accounts.has(user)) return { refused: 'its user has no account' }
    return { refused: 'one of the two accounts has another link there' }
  }
  return new Map(links.map((link) => [link.id, outcomeOf(link)]))
}
