import type { Member } from '@agora/testing/suite'
import { expect, test } from 'vitest'
import { areasOf } from '../../src/areas/areas.ts'
import { keyboardFaults } from './keyboard.ts'
import { barriers, barriersInTheDark, eachPage, hindrances, overflow } from './window.ts'
import type { World } from './world.ts'

/** Dozens of pages one after another, on a busy machine. */
const MANY_PAGES_MS = 180_000

export function testEveryPage(world: World): void {
  const forEverybody = () => [
    '/',
    '/sections/community',
    '/sections/welcome',
    '/sections/off_topic',
    `/threads/${world.thread.id}`,
    `/threads/${world.long}?page=2`,
    `/posts/${world.thread.post}/reactions`,
    `/posts/${world.thread.post}/revisions`,
    `/posts/${world.thread.post}/whole`,
    `/members/${world.nora.id}`,
    '/search?q=hello',
    '/markup',
    '/preferences',
    '/archive',
    '/archive?name=a&place=game_c%2Fusers',
    '/games',
    '/archive/game_a/fr.game-a.example/users/7100001',
    '/archive/game_a/fr.game-a.example/creatures/7100005',
    '/archive/game_b/fr.game-b.example/users/7100001',
    '/archive/game_c/users/7100001',
    ...['/account-deleted', '/welcome'],
    world.rewards,
    ...['/signed-out', '/signed-in', '/account-linked', '/forgot-password', '/unsubscribe/used'],
    ...['/verify-email?token=used', '/reset-password?token=used'],
    '/latest',
    '/about/welcome',
    '/nothing',
  ]
  const forGuests = () => ['/sign-in', '/register']
  /** Public pages on which moderators see more. */
  const showingTools = () => [
    '/',
    '/sections/welcome',
    `/threads/${world.thread.id}`,
    `/members/${world.nora.id}`,
  ]
  const forMembers = () => [
    '/sections/welcome/new',
    `/threads/${world.thread.id}/reply`,
    `/threads/${world.thread.id}/report`,
    `/posts/${world.thread.post}/report`,
    ...['/unread', '/watching', '/mine'],
    '/notifications',
    '/account',
    '/account/factors',
    '/reports',
    '/sanctions',
    '/confirm',
    '/device',
    '/sign-out',
  ]
  const forModerators = () => [
    '/moderation',
    `/moderation/reports/${world.report}`,
    '/moderation/sanctions',
    '/moderation/log',
    `/moderation/log?member=${world.nora.id}`,
    `/members/${world.nora.id}/sanction`,
    `/members/${world.nora.id}/cleanup`,
    `/members/${world.nora.id}/profile`,
    '/sections/welcome/roles',
    `/threads/${world.thread.id}/moderate`,
    `/posts/${world.thread.post}/hide`,
    `/posts/${world.thread.post}/edit`,
  ]
  const forAdministrators = () => [
    '/moderation/bans',
    `/members/${world.nora.id}/ban`,
    '/administration',
    '/administration/sections',
    '/administration/sections/new',
    '/administration/sections/welcome',
    '/administration/members',
    `/administration/members/${world.nora.id}`,
    '/administration/roles',
    '/administration/groups',
    '/administration/look',
    '/administration/registration',
    '/invitations',
    '/administration/texts',
    '/administration/texts/rules/en',
    '/administration/groups/table',
    '/administration/clients',
    '/administration/clients/new',
    `/administration/clients/${world.client}`,
    `/administration/clients/${world.client}/remove`,
    '/administration/apps',
    `/administration/apps/${world.app}`,
    '/administration/deliveries',
    '/administration/mails',
    '/administration/jobs',
  ]

  /** Those that are no pages of this site's own, or lead on to one of the others. */
  const notWalked = new Set([
    ...['/posts/:post', '/threads/:thread/unread', '/threads/:thread/resume', '/threads/:thread/jump'],
    ...['/docs', '/operations', '/consent/:uid'],
    '/imported/:source/:kind/:id',
    // The addresses that an Eternaltwin had.
    ...['/forum', '/forum/sections/:id', '/forum/threads/:id', '/forum/posts/:id', '/users/:id'],
    ...['/login', '/settings', '/archive/dinoparc/:server/users/:id', '/archive/dinoparc/:server/dinoz/:id'],
    ...['/archive/hammerfest/:server/users/:id', '/archive/twinoid/users/:id'],
  ])

  interface Visitor {
    who: string
    as: () => Member | undefined
    paths: () => string[]
  }
  /** Those who see most on a page come first. */
  const visitors: Visitor[] = [
    {
      who: 'an administrator',
      as: () => world.administrator,
      paths: () => [...showingTools(), ...forModerators(), ...forAdministrators()],
    },
    {
      who: 'a moderator',
      as: () => world.moderator,
      paths: () => [...showingTools(), ...forModerators()],
    },
    { who: 'a member', as: () => world.ada, paths: () => [...forEverybody(), ...forMembers()] },
    { who: 'a guest', as: () => undefined, paths: () => [...forEverybody(), ...forGuests()] },
  ]

  test('every page is among those that are walked', () => {
    const walked = visitors.flatMap(({ paths }) => paths()).map((path) => path.split('?', 1)[0] ?? '')
    const missed: string[] = []
    const get = (url: string) => {
      if (notWalked.has(url) || /^\/internal\/|\.(atom|xml|txt)$|\*/.test(url)) return
      const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`)
      if (!walked.some((path) => pattern.test(path))) missed.push(url)
    }
    for (const mount of areasOf({ env: { RUNBOOKS_URL: '' } })) mount({ get, post() {}, postByAnybody() {} })
    expect(missed).toEqual([])
  })

  /** Those that are answered with an error. */
  const refused = new Set([
    ...['/unsubscribe/used', '/verify-email?token=used', '/reset-password?token=used', '/nothing'],
  ])

  /** Pages that were checked in the dark, enlarged, without motion and printed. */
  const seen = new Set<string>()

  test.each(visitors)(
    '$who finds every page without a barrier: light and dark, at 320 px and 200 %, in forced colours, without motion, on paper',
    { timeout: MANY_PAGES_MS },
    async ({ as, paths }) => {
      const narrow = { width: 320, height: 640 }
      const { context, complaints } = await world.open(as(), { viewport: narrow, reducedMotion: 'reduce' })
      const found: string[] = []
      await eachPage(context, paths(), async (page, path, status) => {
        if (status !== 200 && !refused.has(path)) found.push(`${path}: ${status}`)
        await page.setViewportSize(narrow)
        found.push(...(await barriers(page)))
        if ((await overflow(page)) > 0) found.push(`${path}: too wide at 320 px`)
        if (seen.has(path)) return
        seen.add(path)
        found.push(...(await barriersInTheDark(page)), ...(await hindrances(page)))
      })
      expect(found).toEqual([])
      // What is not there, links that do not work any more, and streams of pages left so quickly that they still count.
      const expected = /status of (40[04]|429 .*\/stream\))/
      expect(complaints.filter((text) => !expected.test(text))).toEqual([])
      await context.close()
    },
  )

  test('Tab alone leads to everything on a page, and shows where it is', async () => {
    const { administrator, thread, report, open } = world
    const { context } = await open(administrator)
    const found: string[] = []
    const paths = [
      '/',
      `/threads/${thread.id}`,
      `/threads/${thread.id}/moderate`,
      '/moderation',
      `/moderation/reports/${report}`,
      '/administration/members',
      '/search?q=hello',
    ]
    await eachPage(context, paths, async (page) => void found.push(...(await keyboardFaults(page))))
    expect(found).toEqual([])
    await context.close()
  })
}
