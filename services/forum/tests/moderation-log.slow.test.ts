import { moderationActions } from '@agora/shared/contracts/events/moderation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Acts, everyActIn } from './helpers/every-act.ts'
import {
  administrator,
  client,
  Forum,
  guest,
  newUser,
  ok,
  refused,
  type User,
  underToken,
  unresolvable,
  type Who,
} from './helpers/forum.ts'
import { expectTallies, sanction, short, timestamp, unknown, uuid } from './helpers/moderation.ts'

let forum: Forum
let acts: Acts
let moderator: User
let globalModerator: User
beforeAll(async () => {
  forum = await Forum.start()
  await forum.meet(administrator)
  acts = await everyActIn(forum, administrator)
  moderator = await forum.moderator(await forum.section())
  globalModerator = await forum.globalModerator()
})
afterAll(async () => {
  await expectTallies(forum)
  await forum.close()
})

const cannotRead = 'current actor does not have the permission to read this moderation log'
const read = (query: string, who: Who = administrator) => forum.get(`/moderation_log?${query}`, who)
const own = {
  type: 'ForumModerationEvent',
  id: expect.stringMatching(uuid),
  ctime: expect.stringMatching(timestamp),
}

describe('the moderation log', () => {
  it('has one entry for each effective change of every kind, newest first, and none for anything else', async () => {
    const items = acts.entries.toReversed().map((entry) => ({ ...own, ...entry }))
    const log = ok(await read(`section=${acts.section.id}`))
    expect(log).toEqual({ offset: 0, limit: 20, count: items.length, items })
    expect(new Set(log.items.map(({ action }: { action: string }) => action))).toEqual(
      new Set(moderationActions),
    )
  })

  it('is read by page and by actor', async () => {
    const section = `section=${acts.section.id.toUpperCase()}`
    const all = ok(await read(section))
    const { count } = all
    expect(ok(await read(`${section}&offset=2&limit=3`))).toEqual({
      offset: 2,
      limit: 3,
      count,
      items: all.items.slice(2, 5),
    })
    expect(ok(await read(`${section}&offset=100&limit=101`))).toEqual({
      offset: 100,
      limit: 100,
      count,
      items: [],
    })
    for (const id of [acts.moderator.id, acts.moderator.id.toUpperCase()]) {
      const mine = all.items.filter(({ actor }: { actor: { id: string } }) => actor.id === acts.moderator.id)
      const expected = { offset: 0, limit: 20, count: mine.length, items: mine }
      expect(ok(await read(`${section}&actor=${id}`))).toEqual(expected)
      expect(ok(await read(`actor=${id}`))).toEqual(expected)
    }
    for (const filter of [`actor=${unknown}`, `${section}&actor=${unknown}`]) {
      expect(ok(await read(filter))).toEqual({ offset: 0, limit: 20, count: 0, items: [] })
    }
  })

  it('spans the whole site without a section, site-wide acts included', async () => {
    const user = newUser('Warned')
    await forum.meet(user)
    const warning = await sanction(forum, user, { kind: 'Warning' })
    const log = ok(await read('limit=2'))
    expect(log.items[0]).toEqual({
      ...own,
      actor: short(administrator),
      action: 'CreateSanction',
      section: null,
      thread: null,
      post: null,
      target_user: short(user),
      comment: null,
      data: { sanction: warning.id, kind: 'Warning', expires_at: null },
    })
    const [row] = await forum.rows<{ count: number }>('SELECT count(*)::int AS count FROM moderation_entry')
    expect(log.count).toBe(row!.count)
  })

  it('spans all sections that one moderates, and nothing else, for who asks for that', async () => {
    const [one, two, other] = [await forum.section(), await forum.section(), await forum.section()]
    const judge = await forum.moderator(one)
    const grant = { user: { type: 'User', id: judge.id }, role: 'Moderator' }
    ok(
      await forum.post('/role_grants', administrator, {
        ...grant,
        section: { type: 'ForumSection', id: two.id },
      }),
    )
    for (const [place, title] of [
      [one, 'First'],
      [two, 'Second'],
      [other, 'Third'],
      [one, 'Fourth'],
    ] as const)
      ok(
        await forum.patch(`/threads/${(await forum.thread(place, newUser('Author'))).id}`, administrator, {
          title,
        }),
      )
    const titlesOf = ({ items }: { items: { data: { title?: string } }[] }) =>
      items.flatMap(({ data: { title } }) => title ?? [])
    const mine = ok(await read('of=Moderated', judge))
    expect([titlesOf(mine), mine.count]).toEqual([['Fourth', 'Second', 'First'], mine.items.length])
    expect(titlesOf(ok(await read('of=Moderated&offset=1&limit=1', judge)))).toEqual(['Second'])
    const everywhere = ok(await read('of=Moderated&limit=100', globalModerator))
    expect(titlesOf(everywhere).slice(0, 4)).toEqual(['Fourth', 'Third', 'Second', 'First'])
    const [row] = await forum.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM moderation_entry WHERE section_id IS NOT NULL',
    )
    expect(everywhere.count).toBe(row!.count)
    refused(await read(`of=Moderated&section=${other.id}`, judge), 403, cannotRead)
    for (const who of [guest, newUser('Member')]) refused(await read('of=Moderated', who), 403, cannotRead)
  })

  it('is read by the member concerned, and tells what an entry is about to who asks for it', async () => {
    const place = await forum.section()
    const judge = await forum.moderator(place)
    const member = newUser('Concerned')
    const thread = await forum.thread(place, member, 'About this')
    const [post] = thread.posts.items
    const report = ok(
      await forum.post(`/posts/${post.id}/reports`, newUser('Reporter'), { reason: 'Illegal' }),
    )
    const mute = await sanction(forum, member, { section: place })
    ok(await forum.post(`/reports/${report.id}/resolution`, judge, { status: 'Accepted' }))
    const [resolved, imposed] = ok(await read(`section=${place.id}&include=about`, judge)).items
    expect([resolved.action, resolved.about]).toEqual([
      'ResolveReport',
      { thread_title: 'About this', report_reason: 'Illegal' },
    ])
    expect([imposed.data.sanction, imposed.about]).toEqual([mute.id, { sanction_reason: 'Be kind.' }])
    const { about: _, ...bare } = imposed
    expect(ok(await read(`section=${place.id}&target_user=${member.id}`, judge))).toMatchObject({
      count: 1,
      items: [bare],
    })
    expect(ok(await read(`of=Moderated&target_user=${member.id}&actor=${judge.id}`, judge)).items).toEqual([])
    expect(ok(await read(`target_user=${unknown}`)).items).toEqual([])
    ok(await forum.delete(`/threads/${thread.id}`, judge))
    expect(ok(await read(`section=${place.id}&include=about`, judge)).items[0].about.thread_title).toBe(
      'About this',
    )
  })

  it('is for Administrators, a section’s also for its moderators', async () => {
    const granted = newUser('Granted')
    await forum.meet(granted)
    ok(
      await forum.post('/role_grants', administrator, {
        user: { type: 'User', id: granted.id },
        role: 'Administrator',
      }),
    )
    const here = await forum.moderator(acts.section)
    const callers: [Who, { site: boolean; here: boolean }][] = [
      ...[
        guest,
        unresolvable,
        client,
        newUser('Member'),
        moderator,
        underToken(administrator, 'forum:moderate'),
        underToken(here, 'base', 'forum:read', 'forum:write'),
      ].map((who): [Who, { site: boolean; here: boolean }] => [who, { site: false, here: false }]),
      [here, { site: false, here: true }],
      [underToken(here, 'forum:moderate'), { site: false, here: true }],
      [globalModerator, { site: false, here: true }],
      [granted, { site: true, here: true }],
      [underToken(granted, 'forum:moderate'), { site: true, here: true }],
      [administrator, { site: true, here: true }],
    ]
    for (const [who, may] of callers) {
      for (const [query, permitted] of [
        ['', may.site],
        [`actor=${here.id}`, may.site],
        [`section=${acts.section.id}`, may.here],
      ] as const) {
        const answer = await read(query, who)
        if (permitted) expect(answer.status).toBe(200)
        else refused(answer, 403, cannotRead)
      }
    }
  })

  it('reveals an unknown section to moderators only', async () => {
    for (const who of [
      guest,
      unresolvable,
      client,
      newUser('Member'),
      underToken(moderator, 'forum:write'),
    ]) {
      refused(await read(`section=${unknown}`, who), 403, cannotRead)
    }
    for (const who of [moderator, globalModerator, administrator]) {
      refused(await read(`section=${unknown}`, who), 404, 'section not found')
    }
  })

  it('names the malformed parameter, whoever asks', async () => {
    for (const [query, name] of [
      ['section=welcome', 'section'],
      ['section=', 'section'],
      ['actor=me', 'actor'],
      [`actor=${unknown}%00`, 'actor'],
      ['limit=ten', 'limit'],
      ['offset=-1', 'offset'],
    ]) {
      for (const who of [guest, administrator]) {
        refused(await read(query!, who), 400, `invalid \`${name}\` query parameter`)
      }
    }
  })
})
