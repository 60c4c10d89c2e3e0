import type { Member, Suite } from '@agora/testing/suite'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'
import { loadArchive, openThread, replyTo, startPages } from '../support.ts'
import { type Options, openWindow } from './window.ts'

/** A community with something of everything, and a browser to look at it. */
export interface World {
  suite: Suite
  browser: Browser
  administrator: Member
  moderator: Member
  ada: Member
  nora: Member
  /** With a long title and every markup. */
  thread: { id: string; post: string }
  /** So long that it has two pages. */
  long: string
  report: string
  app: string
  client: string
  /** The path of an account's rewards on a site. */
  rewards: string
  /** A window in which this member is signed in, with its errors. */
  open(as?: Member, options?: Options): Promise<{ context: BrowserContext; complaints: string[] }>
}

/** Each mark of a line, as wide and as deep as it gets. */
const marked = [
  `# ${'W'.repeat(80)}`,
  '## Part\n### Chapter',
  '- one\n  - two\n    - three\n      - four',
  `- https://long.example/${'x'.repeat(200)}`,
  '999999999. many\n> said\n> > before',
].join('\n')

export async function fill(world: World, executable: LaunchOptions): Promise<void> {
  world.suite = await startPages({
    services: ['gateway', 'forum', 'apps', 'archive', 'mail-jobs', 'web', 'media'],
  })
  world.browser = await chromium.launch(executable)
  const { suite, browser } = world
  world.open = (as, options) => openWindow(browser, suite, as, options)
  await loadArchive(suite)
  const administrator = await suite.administrator()
  const moderator = await suite.member('moderator')
  const ada = await suite.member('ada', { displayName: 'Ada Lovelace' })
  const nora = await suite.member('nora', { displayName: 'نورة القحطاني' })
  await suite.call('POST', '/forum/sections/welcome/role_grants', {
    as: administrator,
    body: { type: 'User', id: moderator.id },
  })
  await suite.call('PATCH', '/forum/self/profile', {
    as: nora,
    body: {
      about: `**${'x'.repeat(400)}** @{${ada.id}}\n\`\`\`\n${'code '.repeat(60)}\n\`\`\``,
      pronouns: 'W'.repeat(40),
      tagline: 'W'.repeat(120),
    },
  })
  const thread = await openThread(suite, ada, {
    title: 'W'.repeat(128),
    body: `**Hello** ||**finale**|| \`code\`\n\`\`\`\n${'lines '.repeat(60)}\n\`\`\`\n${marked}`,
  })
  const post = await replyTo(
    suite,
    nora,
    thread.id,
    `[quote=Ada]Hello[/quote] ${'x'.repeat(400)} :smile: @{${ada.id}}`,
  )
  const { id: long } = await openThread(suite, administrator, { title: 'Two pages' })
  for (let posts = 1; posts <= 20; posts++) await replyTo(suite, administrator, long)
  const made = await suite.call('POST', `/forum/posts/${post}/reports`, { as: ada, body: { reason: 'Spam' } })
  await suite.call('POST', '/forum/sanctions', {
    as: administrator,
    body: {
      user: { type: 'User', id: nora.id },
      kind: 'Warning',
      reason: 'Too long',
      internal_note: 'x'.repeat(200),
    },
  })
  const app = (await suite.call('GET', '/apps')).body.items[0].id
  const { body: client } = await suite.call('PUT', '/oauth_clients/walked@clients', {
    as: administrator,
    body: {
      display_name: 'Walked',
      app_uri: 'https://walked.example/',
      callback_uri: 'https://walked.example/back',
      secret: '61'.repeat(32),
    },
  })
  await suite.call('PUT', '/forum/texts/welcome', {
    as: administrator,
    body: { locale: 'en', body: `Be kind.\n1. ${'x'.repeat(200)}` },
  })
  await suite.call('PUT', '/forum/groups/table', { as: administrator, body: { display_name: 'Round table' } })
  await suite.call('PUT', `/forum/groups/table/members/${nora.id}`, { as: administrator })
  Object.assign(world, {
    administrator,
    moderator,
    ada,
    nora,
    thread,
    long,
    report: made.body.id,
    app,
    client: client.id,
    rewards: await rewardsIn(suite),
  })
}

/** The rewards of an account of the sample that has any. */
async function rewardsIn(suite: Suite): Promise<string> {
  for (let id = 7_100_001; id < 7_100_030; id++) {
    const path = `/archive/game_c/users/${id}`
    const { body } = await suite.call('GET', path)
    const [link] = body.links ?? []
    if (link) return `${path}/rewards/${link.site.id}`
  }
  throw new Error('the sample has no such account')
}
