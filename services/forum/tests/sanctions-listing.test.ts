import { describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  guest,
  newUser,
  ok,
  refused,
  type User,
  underToken,
  unresolvable,
  type Who,
} from './helpers/forum.ts'
import {
  elsewhere,
  forum,
  globalModerator,
  inModeratedForum,
  member,
  moderator,
  outsiders,
  section,
} from './helpers/moderated-forum.ts'
import { lapse, sanction, unknown } from './helpers/moderation.ts'

inModeratedForum()

const cannotRead = 'current actor does not have the permission to read these sanctions'

/** An hour or so from now. */
const soon = (hours = 1) => new Date(Date.now() + hours * 3_600_000).toISOString()
const lift = (who: Who, { id }: { id: string }) => forum.delete(`/sanctions/${id}`, who)
const list = (who: Who, query: string) => forum.get(`/sanctions?${query}`, who)
const idsOf = (listing: { items: { id: string }[] }) => listing.items.map(({ id }) => id)

async function newMember(displayName = 'Newcomer'): Promise<User> {
  const user = newUser(displayName)
  await forum.meet(user)
  return user
}

describe('listSanctions', () => {
  it('lists the newest first, by any combination of filters', async () => {
    const own = await forum.section()
    const [user, other] = [await newMember(), await newMember()]
    const warning = await sanction(forum, user, { section: own, kind: 'Warning' })
    const lifted = ok(await lift(administrator, await sanction(forum, user, { section: own })))
    const expired = await sanction(forum, user, { section: own, expires_at: soon() })
    await lapse(forum, expired)
    const timed = await sanction(forum, user, { section: own, expires_at: soon() })
    const site = await sanction(forum, user)
    const others = await sanction(forum, other, { section: own })
    for (const [query, ids] of [
      [`user=${user.id}`, [site, timed, expired, lifted, warning]],
      [`user=${user.id}&active=true`, [site, timed, warning]],
      [`user=${user.id}&section=${own.id}`, [timed, expired, lifted, warning]],
      [`user=${user.id}&section=${own.id}&active=true`, [timed, warning]],
      [`section=${own.id}`, [others, timed, expired, lifted, warning]],
      [`section=${own.id}&active=false`, [others, timed, expired, lifted, warning]],
      [`section=${own.id.toUpperCase()}&active=true`, [others, timed, warning]],
    ] as const) {
      const all = ok(await list(administrator, query))
      expect({ ...all, items: idsOf(all) }, query).toEqual({
        offset: 0,
        limit: 20,
        count: ids.length,
        items: ids.map(({ id }) => id),
      })
      const page = ok(await list(administrator, `${query}&offset=1&limit=1`))
      expect(page).toEqual({ offset: 1, limit: 1, count: ids.length, items: all.items.slice(1, 2) })
      const beyond = ok(await list(administrator, `${query}&offset=100&limit=1000`))
      expect(beyond).toEqual({ offset: 100, limit: 100, count: ids.length, items: [] })
    }
    expect(ok(await list(administrator, `section=${own.id}`)).items).toContainEqual(lifted)
    const newest = ok(await list(globalModerator, 'limit=2'))
    expect(idsOf(newest)).toEqual([others.id, site.id])
    expect(idsOf(ok(await list(globalModerator, 'limit=3&active=true')))).toEqual([
      others.id,
      site.id,
      timed.id,
    ])
    const counts = await forum.rows<{ all: number; active: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (
         WHERE deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())
       )::int AS active FROM sanction`,
    )
    expect([newest.count, ok(await list(globalModerator, 'limit=0&active=true')).count]).toEqual([
      counts[0]!.all,
      counts[0]!.active,
    ])
  })

  it('shows members their own without the internal note, under any credentials that may read', async () => {
    const user = await newMember()
    const { internal_note: note, ...made } = await sanction(forum, user, { section })
    expect(note).toBe('Third time.')
    for (const who of [user, underToken(user, 'forum:read'), underToken(user, 'base', 'forum:moderate')]) {
      for (const id of [user.id, user.id.toUpperCase()]) {
        expect(ok(await list(who, `user=${id}`))).toEqual({ offset: 0, limit: 20, count: 1, items: [made] })
      }
      expect(ok(await list(who, `user=${user.id}&section=${elsewhere.id}&active=true`)).items).toEqual([])
      refused(await list(who, `user=${user.id}&section=${unknown}`), 404, 'section not found')
    }
  })

  it('shows the internal note to readers who moderate what the sanction covers', async () => {
    const user = await forum.moderator(section)
    const here = await sanction(forum, user, { section, kind: 'Warning' })
    const there = await sanction(forum, user, { section: elsewhere, kind: 'Warning' })
    const site = await sanction(forum, user, { kind: 'Warning' })
    const noted = async (who: Who, query = `user=${user.id}`) =>
      ok(await list(who, query)).items.flatMap((item: { id: string }) =>
        'internal_note' in item ? item.id : [],
      )
    expect(await noted(globalModerator)).toEqual([site.id, there.id, here.id])
    expect(await noted(user)).toEqual([here.id])
    expect(await noted(underToken(user, 'forum:moderate'))).toEqual([here.id])
    expect(await noted(underToken(user, 'forum:write'))).toEqual([])
    expect(await noted(moderator, `user=${user.id}&section=${section.id}`)).toEqual([here.id])
  })

  it('is otherwise for moderators: of the named section, or of the whole forum', async () => {
    const queries = [
      '',
      `user=${member.id}`,
      `section=${section.id}`,
      `user=${member.id}&section=${section.id}`,
    ]
    for (const who of [guest, unresolvable, client, newUser('Other'), ...outsiders().slice(1)]) {
      for (const query of [...queries, `user=${unknown}`, `section=${unknown}`]) {
        refused(await list(who, query), 403, cannotRead)
      }
    }
    refused(await list(member, ''), 403, cannotRead)
    for (const who of [moderator, underToken(moderator, 'forum:moderate')]) {
      for (const query of ['', `user=${member.id}`, `user=${unknown}`, `section=${elsewhere.id}`]) {
        refused(await list(who, query), 403, cannotRead)
      }
      for (const query of queries.slice(2)) ok(await list(who, query))
    }
    for (const who of [moderator, globalModerator, administrator]) {
      refused(await list(who, `section=${unknown}&user=${unknown}`), 404, 'section not found')
    }
    for (const who of [globalModerator, administrator])
      for (const query of queries) ok(await list(who, query))
  })

  it('names the malformed parameter, whoever asks', async () => {
    for (const [query, name] of [
      ['user=me', 'user'],
      ['user=', 'user'],
      [`user=${unknown}&user=${unknown}`, 'user'],
      [`section=${section.key}`, 'section'],
      ['active=TRUE', 'active'],
      ['active=yes', 'active'],
      ['active=1', 'active'],
      ['active=', 'active'],
      ['active=true&active=true', 'active'],
      ['limit=1.5', 'limit'],
      ['limit=abc', 'limit'],
      ['offset=-1', 'offset'],
    ]) {
      for (const who of [guest, administrator]) {
        refused(await list(who, query!), 400, `invalid \`${name}\` query parameter`)
      }
    }
  })
})

describe('listOwnSanctions', () => {
  it('lists one’s own, the newest first, without the moderators’ notes', async () => {
    const user = await newMember()
    const warning = await sanction(forum, user, { section, kind: 'Warning', reason: 'No trade.' })
    const lifted = ok(await lift(administrator, await sanction(forum, user)))
    await sanction(forum, await newMember(), { section })
    const { items, ...page } = ok(await forum.get('/self/sanctions', user))
    expect(page).toEqual({ offset: 0, limit: 20, count: 2 })
    const { internal_note: _, ...ofWarning } = warning
    const { internal_note: __, ...ofLifted } = lifted
    expect(items).toEqual([ofLifted, ofWarning])
    const own = ok(await forum.get('/self/sanctions', underToken(user, 'base', 'forum:read')))
    expect(idsOf(own)).toEqual([lifted.id, warning.id])
    const onePage = ok(await forum.get('/self/sanctions?offset=1&limit=1', user))
    expect(idsOf(onePage)).toEqual([warning.id])
    refused(await forum.get('/self/sanctions', guest), 401, 'authentication required')
    refused(await forum.get('/self/sanctions', unresolvable), 401, 'invalid credentials')
    refused(await forum.get('/self/sanctions', underToken(user, 'base')), 403, 'forbidden')
  })
})
