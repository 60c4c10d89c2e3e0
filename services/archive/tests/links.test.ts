import {
  gameLinkSetV1,
  gameLinkUnsetV1,
  userCreatedV1,
  userRenamedV1,
} from '@agora/shared/contracts/events/identity-v1'
import { shortUser } from '@agora/shared/contracts/types'
import { sharedSuite } from '@agora/testing/shared-suite'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ArchiveDatabase, archiveDatabase, games } from './support/database.ts'
import { outcome, publish, read, until } from './support/service.ts'

let suite: Suite
let archive: ArchiveDatabase

const [serverA = ''] = games.game_a.servers
const [serverB = ''] = games.game_b.servers
const seen = '2024-01-01T00:00:00.000Z'
const linkedAt = '2025-03-01T10:00:00.000Z'
const unlinkedAt = '2025-04-01T11:00:00.500Z'
const relinkedAt = '2025-05-01T12:00:00.000Z'

const user = (last: number, displayName: string) => ({
  id: `01890000-0000-7000-8000-00000000000${last}`,
  displayName,
})
const ann = user(1, 'Ann')
const bob = user(2, 'Bob')
const admin = user(3, 'Admin')
/** No event has announced this one, and the gateway is down. */
const stranger = user(4, 'Stranger')

const short = ({ id, displayName }: typeof ann) => shortUser({ id, displayName })

function account(game: 'game_a' | 'game_b' | 'game_c', server: string | null, id: string) {
  return { game, server, game_user_id: id }
}

const set = (place: ReturnType<typeof account>, to: typeof ann, by: typeof ann, time: string) =>
  publish(suite, gameLinkSetV1, { ...place, user: short(to), link: { time, user: short(by) }, unlink: null })

const unset = (
  place: ReturnType<typeof account>,
  to: typeof ann,
  by: typeof ann,
  time: string,
  end: string,
) =>
  publish(suite, gameLinkUnsetV1, {
    ...place,
    user: short(to),
    link: { time, user: short(by) },
    unlink: { time: end, user: short(to) },
  })

beforeAll(async () => {
  suite = await sharedSuite({ services: ['archive'] })
  archive = await archiveDatabase(suite.database)
  const lines = ['1', '2', '3', '4', '5', '6'].flatMap((id) => [
    { type: 'GameAUser', server: serverA, id, retrieved_at: seen },
    { type: 'GameBUser', server: serverB, id, retrieved_at: seen },
    { type: 'GameCUser', id, retrieved_at: seen },
  ])
  await archive.importChunks([lines.map((line) => JSON.stringify(line)).join('\n')])
  for (const { id, displayName } of [ann, bob, admin]) {
    await publish(suite, userCreatedV1, {
      user: { id, username: displayName.toLowerCase(), display_name: displayName },
      created_at: seen,
    })
  }
  await until(
    async () => (await archive.pool.query('SELECT FROM known_user')).rowCount,
    (count) => count === 3,
  )
})
afterAll(async () => {
  await archive?.close()
  await suite?.close()
})

const gameLinksOf = async (path: string) => (await read(suite, path)).body.svc

describe('svc mirrors the links of the gateway', () => {
  test('set, unset and set to another member', async () => {
    const place = account('game_a', serverA, '1')
    const path = `game_a/${serverA}/users/1`
    const first = { link: { time: linkedAt, user: short(admin) }, unlink: null, user: short(ann) }
    await set(place, ann, admin, linkedAt)
    expect(
      await until(
        () => gameLinksOf(path),
        ({ current }) => current !== null,
      ),
    ).toEqual({ current: first, old: [] })

    const ended = { ...first, unlink: { time: unlinkedAt, user: short(ann) } }
    await unset(place, ann, admin, linkedAt, unlinkedAt)
    expect(
      await until(
        () => gameLinksOf(path),
        ({ current }) => current === null,
      ),
    ).toEqual({
      current: null,
      old: [ended],
    })

    await set(place, bob, admin, relinkedAt)
    expect(
      await until(
        () => gameLinksOf(path),
        ({ current }) => current !== null,
      ),
    ).toEqual({
      current: { link: { time: relinkedAt, user: short(admin) }, unlink: null, user: short(bob) },
      old: [ended],
    })
  })

  test('games B and C have theirs, and the same id elsewhere has none', async () => {
    await set(account('game_b', serverB, '2'), ann, admin, linkedAt)
    await set(account('game_c', null, '2'), bob, admin, linkedAt)
    const link = (to: typeof ann) => ({
      link: { time: linkedAt, user: short(admin) },
      unlink: null,
      user: short(to),
    })
    const isLinked = ({ current }: { current: unknown }) => current !== null
    expect((await until(() => gameLinksOf(`game_b/${serverB}/users/2`), isLinked)).current).toEqual(link(ann))
    expect((await until(() => gameLinksOf('game_c/users/2'), isLinked)).current).toEqual(link(bob))
    expect(await gameLinksOf(`game_a/${serverA}/users/2`)).toEqual({ current: null, old: [] })
  })

  test('repeated events, and those whose predecessor is missing, lead to the same link', async () => {
    const place = account('game_a', serverA, '3')
    const path = `game_a/${serverA}/users/3`
    await unset(place, ann, admin, linkedAt, unlinkedAt)
    await set(place, ann, admin, linkedAt)
    await set(place, bob, admin, relinkedAt)
    const svc = await until(
      () => gameLinksOf(path),
      ({ current }) => current !== null,
    )
    expect(svc.current.user).toEqual(short(bob))
    expect(svc.old).toEqual([
      {
        link: { time: linkedAt, user: short(admin) },
        unlink: { time: unlinkedAt, user: short(ann) },
        user: short(ann),
      },
    ])
  })

  test('members have their current names', async () => {
    const renamed = { id: admin.id, displayName: 'Admin the Second' }
    await set(account('game_c', null, '4'), ann, admin, linkedAt)
    await publish(suite, userRenamedV1, {
      user: { id: admin.id, username: 'admin', display_name: renamed.displayName },
      created_at: seen,
    })
    const svc = await until(
      () => gameLinksOf('game_c/users/4'),
      ({ current }) => current?.link.user.display_name.current.value === renamed.displayName,
    )
    expect(svc.current.link.user).toEqual(shortUser(renamed))
  })

  test('a linked account that was never archived is not found', async () => {
    await set(account('game_c', null, '77'), ann, admin, linkedAt)
    await set(account('game_c', null, '5'), ann, admin, linkedAt)
    await until(
      () => gameLinksOf('game_c/users/5'),
      ({ current }) => current !== null,
    )
    expect(outcome(await read(suite, 'game_c/users/77'))).toEqual([404, { error: 'GameCUserNotFound' }])
  })
})

describe('a link whose members cannot be read', () => {
  const failing = (path: string) =>
    until(
      () => read(suite, path),
      ({ status }) => status !== 200,
    )

  test('is GetLinkedSvc for the linked member', async () => {
    await set(account('game_a', serverA, '5'), stranger, admin, linkedAt)
    expect(outcome(await failing(`game_a/${serverA}/users/5`))).toEqual([404, { error: 'GetLinkedSvc' }])
  })

  test('is GetSvcLinkedBy for the one who linked', async () => {
    await set(account('game_b', serverB, '6'), ann, stranger, linkedAt)
    expect(outcome(await failing(`game_b/${serverB}/users/6`))).toEqual([404, { error: 'GetSvcLinkedBy' }])
  })
})
