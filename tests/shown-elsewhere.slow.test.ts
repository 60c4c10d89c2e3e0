import { unfollowed } from '@agora/testing/followers'
import { Browser } from '@agora/testing/page-browser'
import type { Member } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Receiver, startReceiver } from '../services/apps/tests/receiver.ts'
import { app, channel, delivery } from '../services/apps/tests/support.ts'
import { Listening } from '../services/forum/tests/helpers/events.ts'
import { entriesOf } from '../services/mail-jobs/tests/zip.ts'
import { ACCOUNT_SERVICES, ErasureWorld, ok } from './support/erasure-world.ts'

/** What is covered, hidden or renamed where it is read is so wherever else it is shown, or a part of it. */

const PATIENT = { timeout: 60_000, interval: 200 }

let receiver: Receiver
let world: ErasureWorld
let author: Member
/** Watches what the author writes, and is sent digests. */
let reader: Member
const streams: Listening[] = []

beforeAll(async () => {
  receiver = await startReceiver()
  const main = channel('main', {
    is_official: true,
    event_stream_callback_uri: receiver.url,
    events: ['moderation.*', 'forum.*', 'identity.*'],
  })
  world = await ErasureWorld.start({
    services: [...ACCOUNT_SERVICES, 'web'],
    config: { delivery, apps: [app('listener', { channels: [main] })] },
  })
  author = await world.suite.member('author_one', { displayName: 'Augusta Author' })
  reader = await world.suite.member('reader_one', { displayName: 'Rita Reader' })
  await sql(
    'gateway',
    `INSERT INTO user_link (id, account_id, type, external_id, display_name, rank)
     VALUES (gen_random_uuid(), $1, 'Email', $2, $2, 0)`,
    [reader.id, addressOf(reader)],
  )
  ok(await world.call('PATCH', '/notifications/settings', reader, { email: 'Daily' }))
  ok(await world.call('PUT', '/forum/sections/welcome/subscription', reader, { level: 'Watching' }))
  streams.push(await listen('/notifications/stream', reader))
  streams.push(await listen('/forum/moderation/stream', world.administrator))
})
afterAll(async () => {
  for (const stream of streams) stream.close()
  await world?.close()
  await receiver?.close()
})

const addressOf = ({ username }: Member) => `${username}@mail.example`
const listen = (path: string, as: Member) => Listening.open(`${world.suite.url}/api/v1${path}`, as)

async function sql<Row extends pg.QueryResultRow>(
  service: 'gateway' | 'forum',
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: world.suite.database.urls[service],
    options: `-c search_path=${service}`,
  })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

function browserOf(as?: Member): Browser {
  const browser = new Browser(world.suite.url)
  const [name = '', value = ''] = (as?.headers.cookie ?? '').split('=')
  if (as) browser.cookies.set(`${name} /`, { name, value, path: '/' })
  return browser
}

async function open(title: string, body: string): Promise<{ id: string; post: string }> {
  const { id, posts } = ok(await world.call('POST', '/forum/sections/welcome', author, { title, body }))
  return { id, post: posts.items[0].id }
}
const reply = async (thread: string, as: Member, body: string): Promise<string> =>
  ok(await world.call('POST', `/forum/threads/${thread}`, as, { body })).id
const eventually = (check: () => Promise<void>) => vi.waitFor(check, PATIENT)
const told = () => eventually(async () => expect(await sql('forum', unfollowed('notifications'))).toEqual([]))
const found = (word: string, count: number) =>
  eventually(async () => expect((await world.call('GET', `/forum/search?q=${word}`)).body.count).toBe(count))

/** A digest of what the reader has not read, made now. */
async function digest(): Promise<string> {
  await told()
  const before = await world.mailbox.count(addressOf(reader))
  await sql(
    'forum',
    `UPDATE notification_setting SET digest_from = digest_from - interval '8 days', digest_due_at = now()
     WHERE user_id = $1`,
    [reader.id],
  )
  await expect.poll(() => world.mailbox.count(addressOf(reader)), PATIENT).toBeGreaterThan(before)
  const { subject, text, html } = await world.mailbox.last(addressOf(reader))
  return `${subject}\n${text}\n${html}`
}

/** The reader's own data, as they are given it. */
async function exported(): Promise<string> {
  const before = await world.mailbox.count(addressOf(reader))
  await sql('gateway', "UPDATE export_request SET requested_at = now() - interval '1 hour'")
  ok(await world.call('POST', `/users/${reader.id}/export`, reader, { current_password: reader.password }))
  await expect.poll(() => world.mailbox.count(addressOf(reader)), PATIENT).toBeGreaterThan(before)
  const [link] = /https?:\S*\/job\/exports\/[0-9a-f-]+\/1/.exec(
    (await world.mailbox.last(addressOf(reader))).text ?? '',
  )!
  const answer = await fetch(link, { headers: reader.headers })
  return JSON.stringify(entriesOf(new Uint8Array(await answer.arrayBuffer())))
}

const textOf = async (path: string, as?: Member) => (await world.call('GET', path, as)).text
const pageOf = async (path: string, as?: Member) => (await browserOf(as).get(path)).text

/** Where something of a thread is shown to who has not opened it, by its name. */
async function elsewhere(thread: string, post: string, word: string): Promise<Record<string, string>> {
  const page = await pageOf(`/threads/${thread}`)
  return {
    'the feed of the thread': await pageOf(`/threads/${thread}/feed.atom`),
    'the feed of the section': await pageOf('/sections/welcome/feed.atom'),
    'the feed of the site': await pageOf('/feed.atom'),
    'what a link shows': (page.match(/<meta [^>]*>|<title>[^<]*/g) ?? []).join('\n'),
    'what a search finds': await textOf(`/forum/search?q=${word}`),
    'the page of what a search finds': (await pageOf(`/search?q=${word}`)).replace(/value="[^"]*"/g, ''),
    'the lists of threads': await textOf('/forum/threads'),
    'the section': await textOf('/forum/sections/welcome'),
    'the page of the section': await pageOf('/sections/welcome'),
    'the first page': await pageOf('/'),
    'the notifications': await textOf('/notifications', reader),
    'the page of notifications': await pageOf('/notifications', reader),
    'the place of the post': await textOf(`/forum/posts/${post}/location`),
    'the map of the site': await pageOf('/sections/welcome/sitemap.xml'),
    'the moderation log': await textOf('/forum/moderation_log', world.administrator),
    'the page of the moderation log': await pageOf('/moderation/log', world.administrator),
  }
}

/** What went out when it happened. */
const sent = (): Record<string, string> => ({
  'the streams': JSON.stringify(streams.map(({ events }) => events)),
  'the events to applications': receiver.posts.map(({ text }) => text).join('\n'),
})

/** Until the other services have heard of what was done last. */
const heard = (type: string, id: string) =>
  eventually(async () =>
    expect(receiver.posts.some(({ event, text }) => event.type === type && text.includes(id))).toBe(true),
  )

function expectNowhere(shown: Record<string, string>, words: RegExp): void {
  expect(Object.entries(shown).flatMap(([where, text]) => (words.test(text) ? [where] : []))).toEqual([])
}

describe('a spoiler', () => {
  let thread: { id: string; post: string }
  let answer: string

  beforeAll(async () => {
    thread = await open(
      'A quokka story',
      `Plain words ||the **butler** @{${reader.id}} did it|| and a quokka`,
    )
    answer = await reply(thread.id, reader, '[quote]||butler||[/quote]quokka ||the butler|| again')
    await reply(thread.id, author, `[quote=Rita Reader]\n||butler||\n[/quote] quokka, @{${reader.id}}`)
    await found('quokka', 4)
    await told()
    await heard('agora.forum.post.created', answer)
  })

  test('is covered wherever its text is shown elsewhere, and in what is sent', async () => {
    const shown: Record<string, string> = {
      ...(await elsewhere(thread.id, thread.post, 'quokka')),
      ...sent(),
      'the digest': await digest(),
    }
    expectNowhere(shown, /butler/)
    expect(shown['the feed of the thread']).toContain('Plain words … and a quokka')
    expect(shown['the feed of the site']).toContain('quokka')
    expect(shown['what a link shows']).toContain('content="Plain words … and a quokka"')
    expect(shown['the digest']).toContain('A quokka story')
  })

  test('is covered for moderators and on its author’s page, too', async () => {
    const members = await textOf(`/forum/users/${author.id}/posts`)
    expect(members).toContain('<span class=\\"mkt-spoiler\\">the <strong>butler</strong>')
    ok(await world.call('POST', `/forum/posts/${thread.post}/reports`, reader, { reason: 'OffTopic' }))
    const covered = /<(span|details) class=\\?"mkt-spoiler\\?"[^>]*>.*?<\/\1> and a/gs
    const shown = {
      'the queue': await textOf('/forum/reports', world.administrator),
      'the targets': await textOf('/forum/report-targets', world.administrator),
      'the page of the queue': await pageOf('/moderation', world.administrator),
    }
    for (const [where, text] of Object.entries(shown))
      expect([where, text.search(covered) >= 0]).toEqual([where, true])
    const rest = Object.fromEntries(
      Object.entries(shown).map(([where, text]) => [where, text.replaceAll(covered, '')]),
    )
    expectNowhere(rest, /butler/)
  })

  test('that a moderator hides with its post is shown nowhere, nor is what was around it', async () => {
    const { administrator } = world
    const { revisions } = ok(await world.call('GET', `/forum/posts/${thread.post}`))
    const hiding = { last_revision_id: revisions.items.at(-1).id, comment: 'Off topic' }
    ok(await world.call('DELETE', `/forum/posts/${thread.post}`, administrator, hiding))
    await heard('agora.forum.post.hidden', thread.post)
    await found('quokka', 3)
    const shown: Record<string, string> = {
      ...(await elsewhere(thread.id, thread.post, 'quokka')),
      ...sent(),
      'the export': await exported(),
    }
    expectNowhere(shown, /Plain words/)
    for (const path of [
      `/forum/posts/${thread.post}`,
      `/forum/threads/${thread.id}`,
      `/forum/users/${author.id}/posts`,
    ])
      expect([path, /Plain words/.test(await textOf(path))]).toEqual([path, false])
    const targets = JSON.parse(await textOf('/forum/report-targets', administrator))
    const [target] = targets.items.filter((one: { target: { id: string } }) => one.target.id === thread.post)
    expect(target.context.current_html).toBeNull()
    expect((await world.call('GET', `/forum/posts/${thread.post}/quotation`, reader)).status).toBe(404)
  })
})

describe('a name', () => {
  let thread: { id: string; post: string }

  beforeAll(async () => {
    thread = await open('First title', `@{${reader.id}} wombat`)
    await reply(thread.id, reader, 'Another wombat')
    await told()
    await found('wombat', 2)
    ok(
      await world.call('POST', '/forum/sanctions', world.administrator, {
        user: { type: 'User', id: author.id },
        kind: 'Warning',
        reason: 'Once',
        internal_note: '',
      }),
    )
    ok(await world.call('POST', `/forum/posts/${thread.post}/reports`, reader, { reason: 'Spam' }))
  })

  /** Where members are named, with what shows them alone. */
  const named = async (): Promise<Record<string, string>> => ({
    ...(await elsewhere(thread.id, thread.post, 'wombat')),
    'the thread': await textOf(`/forum/threads/${thread.id}`),
    'the page of the thread': await pageOf(`/threads/${thread.id}`),
    'the queue': await textOf('/forum/reports', world.administrator),
    'the targets': await textOf('/forum/report-targets', world.administrator),
    'the sanctions': await textOf(`/forum/sanctions?user=${author.id}`, world.administrator),
    'the quotation': await textOf(`/forum/posts/${thread.post}/quotation`, reader),
    'the search for members': await textOf('/users?name=augusta', world.administrator),
  })
  const where = async (words: RegExp) =>
    Object.entries(await named()).flatMap(([place, text]) => (words.test(text) ? [place] : []))

  test('that is changed is changed everywhere', async () => {
    ok(
      await world.call('PATCH', `/forum/threads/${thread.id}`, world.administrator, {
        title: 'Second title',
      }),
    )
    ok(await world.call('PATCH', `/users/${author.id}`, author, { display_name: 'Augusta Anew' }))
    await heard('agora.identity.user.renamed', author.id)
    await expect.poll(() => where(/Augusta Author/), PATIENT).toEqual([])
    // The log keeps what a thread was called when something was done to it, and the targets what was reported.
    await expect.poll(() => where(/First title/), PATIENT).toEqual(['the targets'])
    expect(await where(/Augusta Anew/)).toEqual(
      expect.arrayContaining(['the feed of the thread', 'the notifications', 'the queue', 'the sanctions']),
    )
    expect(await digest()).toContain('Second title')
    expect(await exported()).not.toContain('Augusta Author')
  })

  test('of an erased member is nowhere', async () => {
    // Others' texts keep the name by which they quote or mention somebody, but for this.
    await reply(thread.id, reader, `[quote=Augusta Anew]wombat[/quote] and @{${author.id}}`)
    expect(await where(/Augusta Anew/)).toContain('the feed of the thread')
    receiver.forget()
    ok(await world.call('DELETE', `/users/${author.id}`, world.administrator))
    await heard('agora.identity.user.erased', author.id)
    await expect.poll(() => where(/Augusta/), PATIENT).toEqual([])
    await reply(thread.id, world.friend, 'A last answer')
    const late = { 'the events': receiver.posts.map(({ text }) => text).join('\n') }
    expectNowhere({ ...late, 'the digest': await digest(), 'the export': await exported() }, /Augusta/)
  })
})
