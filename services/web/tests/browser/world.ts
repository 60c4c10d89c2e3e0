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
  report: string
  app: string
  /** A window in which this member is signed in, with its errors. */
  open(as?: Member, options?: Options): Promise<{ context: BrowserContext; complaints: string[] }>
}

export async function fill(world: World, executable: LaunchOptions): Promise<void> {
  world.suite = await startPages({ services: ['gateway', 'forum', 'apps', 'archive', 'mail-jobs', 'web'] })
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
  const thread = await openThread(suite, ada, {
    title: 'W'.repeat(128),
    body: '**Hello** ||all|| `code`\n```\nlines\n```',
  })
  const post = await replyTo(
    suite,
    nora,
    thread.id,
    `[quote=Ada]Hello[/quote] ${'x'.repeat(400)} :smile: @{${ada.id}}`,
  )
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
  Object.assign(world, { administrator, moderator, ada, nora, thread, report: made.body.id, app })
}
