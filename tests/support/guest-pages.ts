import { setTimeout as sleep } from 'node:timers/promises'
import { basic, bearer, type Caller, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { obtainTokens, registerClient, signedIn } from '../../services/gateway/tests/oauth/client.ts'

/** The maximum age of a guest's page, in milliseconds. */
const KEPT_MS = 1_000
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
const AT_ONCE = 25

let suite: Suite
let member: Member
let administrator: Member
let section: string
const threads: string[] = []
/** mulberry32 */
function random(state: number): () => number {
  let a = state
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** So many rounds of requests at once, by everybody for everything. */
export function guestsPagesAreTheirs(rounds: number): void {
  beforeAll(async () => {
    suite = await startSuite({
      services: ['gateway', 'forum', 'web'],
      replicas: { gateway: 2 },
      env: { gateway: { GUEST_CACHE_MS: String(KEPT_MS) } },
    })
    member = await suite.member('reader')
    administrator = await suite.administrator()
    const sections = await suite.call('GET', '/forum/sections', { as: member })
    section = `/forum/sections/${sections.body.items.findLast((one: { self: { can_create_thread: boolean } }) => one.self.can_create_thread).id}`
    for (const title of ['One', 'Two', 'Three']) {
      const thread = await suite.call('POST', section, { as: member, body: { title, body: `Of ${title}.` } })
      threads.push(`/forum/threads/${thread.body.id}`)
    }
  }, 120_000)
  afterAll(() => suite?.close())

  test(`nobody is given what was answered for somebody else (seed ${seed})`, async () => {
    const client = await registerClient(suite, 'mixing')
    const browser = await signedIn(suite.url, member.username, member.password)
    const token = bearer((await obtainTokens(suite, browser, client, 'base forum:read')).access_token)
    const guest = await suite.principal({ kind: 'guest' }, 'forum')
    const as = async (of: Member, isAdministrator: boolean, ceiling: 'full' | string[]) =>
      suite.principal(
        {
          kind: 'user',
          id: of.id,
          displayName: of.displayName,
          isAdministrator,
          isRecent: true,
          ceiling: ceiling as 'full',
          createdAt: (await suite.call('GET', `/users/${of.id}`)).body.created_at,
        },
        'forum',
      )
    const [asMember, asAdministrator, asToken] = await Promise.all([
      as(member, false, 'full'),
      as(administrator, true, 'full'),
      as(member, false, ['base', 'forum:read']),
    ])
    /** What each sends to the gateway, and whom the service takes them for. */
    const actors: [Caller, Caller][] = [
      [{ headers: {} }, guest],
      [{ headers: {} }, guest],
      [{ headers: { cookie: 'theme=dark' } }, guest],
      [{ headers: { cookie: `sid=${'x'.repeat(43)}` } }, guest],
      [bearer('x'.repeat(43)), await suite.principal({ kind: 'unresolvable' }, 'forum')],
      [member, asMember],
      [basic(member.username, member.password), asMember],
      [token, asToken],
      [administrator, asAdministrator],
    ]
    const paths = [
      '/forum/sections',
      '/forum/overview',
      section,
      ...threads,
      '/forum/self/reports',
      '/forum/threads/none',
    ]
    const next = random(seed)
    const pick = <One>(all: readonly One[]): One => all[Math.floor(next() * all.length)] as One
    const service = suite.urls.forum[0] ?? ''
    const answersOfTheService = async () => {
      const answers = new Map<string, { status: number; text: string; etag: string | null }>()
      for (const path of paths)
        for (const [index, [, principal]] of actors.entries()) {
          const { status, text, headers } = await suite.call('GET', `${service}/api/v1${path}`, {
            as: principal,
          })
          answers.set(`${index} ${path}`, { status, text, etag: headers.get('etag') })
        }
      return answers
    }
    // Reading changes what is unread to them.
    for (const path of paths) for (const [actor] of actors) await suite.call('GET', path, { as: actor })
    const expected = await answersOfTheService()
    await sleep(KEPT_MS)
    let told = 0
    for (let round = 0; round < rounds; round++)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const [index, path] = [Math.floor(next() * actors.length), pick(paths)]
          const wanted = expected.get(`${index} ${path}`)!
          const others = [...expected.values()].map(({ etag }) => etag ?? '"none"')
          const condition = pick([undefined, wanted.etag ?? '"none"', pick(others), `W/${pick(others)}`, '*'])
          const isSame =
            wanted.status === 200 && (condition === '*' || condition?.replace('W/', '') === wanted.etag)
          const answer = await suite.call('GET', `${pick(suite.urls.gateway)}/api/v1${path}`, {
            headers: {
              ...actors[index]?.[0].headers,
              'accept-language': pick(['en', 'fr', 'de-AT, en;q=0.5']),
              ...(condition === undefined ? {} : { 'if-none-match': condition }),
            },
          })
          const what = `${index} ${path} ${condition}`
          if (isSame) told += 1
          expect([what, answer.status, answer.text]).toEqual([
            what,
            isSame ? 304 : wanted.status,
            isSame ? '' : wanted.text,
          ])
          const etag = answer.headers.get('etag')?.replace('-packed"', '"')
          if (wanted.status === 200) expect(etag, what).toBe(wanted.etag)
        }),
      )
    expect(told).toBeGreaterThan(0)
  }, 120_000)

  test(`nobody is given a page of the site that was made for somebody else (seed ${seed})`, async () => {
    const next = random(seed)
    const pick = <One>(all: readonly One[]): One => all[Math.floor(next() * all.length)] as One
    const english = { 'accept-language': 'en' }
    const french = { 'accept-language': 'fr' }
    /** How everybody knows their own page. */
    const actors: [Record<string, string>, RegExp][] = [
      [english, /<html lang="en">.*href="\/register/s],
      [english, /<html lang="en">.*href="\/register/s],
      [french, /<html lang="fr">.*href="\/register/s],
      [{ ...english, cookie: 'lang=fr' }, /<html lang="fr">.*href="\/register/s],
      [{ ...english, ...member.headers }, new RegExp(`<bdi class="menu-name">${member.displayName}</bdi>`)],
      [{ ...french, ...administrator.headers }, /<html lang="fr">.*href="\/administration"/s],
    ]
    const paths = ['/', '/sections/welcome', ...threads.map((path) => path.replace('/forum', '')), '/nothing']
    const tags = ['"none"']
    let shared = 0
    for (let round = 0; round < rounds; round++)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const [[headers, own], path] = [pick(actors), pick(paths)]
          const answer = await fetch(`${pick(suite.urls.gateway)}${path}`, {
            headers: {
              ...headers,
              'accept-encoding': pick(['gzip', 'identity']),
              'if-none-match': pick(tags),
            },
          })
          const text = await answer.text()
          const isMember = answer.headers.get('cache-control') === 'no-store'
          const what = `${JSON.stringify(headers)} ${path}`
          if (answer.status !== 304) expect([what, text]).toEqual([what, expect.stringMatching(own)])
          else expect([what, isMember]).toEqual([what, false])
          tags.push(answer.headers.get('etag') ?? '"none"')
          if (answer.headers.has('age')) shared += 1
        }),
      )
    expect(shared).toBeGreaterThan(0)
  }, 120_000)

  test('what a moderator hides is gone for guests within a second, at every gateway', async () => {
    const [thread = ''] = threads
    const page = thread.replace('/forum', '')
    const read = () =>
      Promise.all(
        suite.urls.gateway.flatMap((url) => [
          suite.call('GET', `${url}/api/v1${thread}`),
          suite.call('GET', `${url}${page}`),
        ]),
      )
    for (const { text } of await read()) expect(text).toContain('Of One.')
    const post = (await read())[0]?.body.posts.items[0]
    const hidden = await suite.call('DELETE', `/forum/posts/${post.id}`, {
      as: administrator,
      body: { last_revision_id: post.revisions.last.id, comment: 'Hidden' },
    })
    expect(hidden.status, hidden.text).toBe(200)
    // Read constantly, so that it is cached again and again.
    const until = performance.now() + KEPT_MS
    while (performance.now() < until) await read()
    for (const { text } of await read()) expect(text).not.toContain('Of One.')
  })
}
