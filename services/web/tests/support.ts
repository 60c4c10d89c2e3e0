import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { programOf } from '@agora/suite/project'
import { Browser } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import { type Caller, type Member, type Suite, startSuite } from '@agora/testing/suite'

/** A forum with its pages, and nothing else. */
export const startPages = (options: Partial<Parameters<typeof startSuite>[0]> = {}): Promise<Suite> =>
  startSuite({ services: ['gateway', 'forum', 'web'], ...options })

/** A browser without scripts in which this member is signed in. */
export function browserOf(suite: Suite, caller?: Caller, headers: Record<string, string> = {}): Browser {
  const browser = new Browser(suite.url, headers)
  const [name = '', value = ''] = (caller?.headers.cookie ?? '').split('=')
  if (caller) browser.cookies.set(`${name} /`, { name, value, path: '/' })
  return browser
}

/** Adds a section of this key; returns its moderator, whose name nobody else of the site may have. */
export async function addModeratedSection(suite: Suite, key: string): Promise<Member> {
  const moderator = await suite.member('moderator', { displayName: `Moderator of ${key}` })
  const as = await suite.administrator()
  const path = `/forum/sections/${key}`
  for (const [method, to, body] of [
    ['PUT', path, { display_name: key, locale: 'en-US' }],
    ['POST', `${path}/role_grants`, { type: 'User', id: moderator.id }],
  ] as const) {
    const answer = await suite.call(method, to, { as, body })
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  }
  return moderator
}

export type ModeratedSite = Awaited<ReturnType<typeof moderatedSite>>

/** The worker's site with a section of this key, its moderator and two members; `open` opens threads there. */
export async function moderatedSite(key: string) {
  const suite = await sharedSite()
  return {
    suite,
    ada: await suite.member('ada'),
    spammer: await suite.member('spammer'),
    moderator: await addModeratedSection(suite, key),
    open: (as: Member, texts: { title?: string; body?: string } = {}) =>
      openThread(suite, as, { section: key, ...texts }),
    section: async (of: string) => (await suite.call('GET', `/forum/sections/${of}`)).body,
  }
}

/** Opens a thread through the API; returns its id and that of its first post. */
export async function openThread(
  suite: Suite,
  as: Member,
  { section = 'welcome', title = 'A thread', body = 'Its first post.' } = {},
): Promise<{ id: string; post: string }> {
  const answer = await suite.call('POST', `/forum/sections/${section}`, { as, body: { title, body } })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return { id: answer.body.id, post: answer.body.posts.items[0].id }
}

/** Replies through the API; returns the post's id. */
export async function replyTo(suite: Suite, as: Member, thread: string, body = 'A reply.'): Promise<string> {
  const answer = await suite.call('POST', `/forum/threads/${thread}`, { as, body: { body } })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body.id
}

/** Fills the suite's archive with the sample that `npm start` loads. */
export async function loadArchive({ database, config }: Suite): Promise<void> {
  await promisify(execFile)(process.execPath, [programOf('archive', 'load-sample')], {
    env: { DATABASE_URL: database.urls.archive, AGORA_CONFIG: config },
  })
}

/** How many pages and feeds were given to guests as they had been made. */
export async function unchangedPages({ urls }: Suite): Promise<number> {
  const metrics = await (await fetch(`${urls.web[0]}/metrics`)).text()
  return Number(/^web_pages_unchanged_total(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1])
}

/** Between the parts of the forms below. */
export const BOUNDARY = 'between-the-parts'

/** A part of a form with a picture. */
export const part = (head: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])

/** Sends a form with a picture as a browser does, or what a browser would not. */
export async function sendPicture(
  suite: Suite,
  to: string,
  as: Member | undefined,
  token: string,
  picture: Buffer,
  type = 'image/png',
): Promise<{ status: number; location: string | null; text: string }> {
  const file = `name="picture"; filename="me.png"\r\nContent-Type: ${type}`
  const end = Buffer.from(`--${BOUNDARY}--\r\n`)
  const answer = await fetch(`${suite.url}${to}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: as?.headers.cookie ?? '',
      origin: suite.url,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body: Buffer.concat([part('name="form-token"', token), part(file, picture), end]),
  })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}
