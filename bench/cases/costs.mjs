import { createRequire } from 'node:module'
import pg from 'pg'
import { processorTimeOf } from '../lib/suite.mjs'
import { indexSeeded } from './growth.mjs'

/**
 * @typedef {import('../lib/suite.mjs').Forum} Forum
 * @typedef {import('../lib/suite.mjs').Bench} Bench
 * @typedef {import('@agora/testing/suite').Member} Member
 */

/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {'guest' | 'member' | 'administrator'} who
 * @property {string} path
 * @property {string} [method]
 * @property {string | Uint8Array<ArrayBuffer>} [body]
 * @property {Record<string, string>} [headers]
 */

/** What one request may cost, in milliseconds of processor time of all processes. */
const most = { guest: 150, member: 250, administrator: 250 }
/** Processor time is told in hundredths of a second. */
const TIMES = 10
const SECTIONS = 100
const LONG_POSTS = 100
const ACCOUNTS = 100_000
/** As many as the answer to an edit has: the next edit names the last one. */
const REVISIONS = 10
/** Of 47 kB, and 244 kB as HTML: as long as that may become. */
const LONG_TEXT = '**||a||** '.repeat(4_700)
const json = { 'content-type': 'application/json' }
const words = ['post', 'thread', 'member', 'word', 'forum', 'game', 'reply', 'answer', 'one', 'two']

/**
 * Of these words as many as fit into a search.
 *
 * @param {number} count
 * @param {(word: string, index: number) => string} each
 */
const many = (count, each) =>
  encodeURIComponent(
    Array.from({ length: count }, (_, index) =>
      each(/** @type {string} */ (words[index % words.length]), index),
    )
      .join(' ')
      .slice(0, 200),
  )

/**
 * The worst that a request of each kind may ask for.
 *
 * @param {Awaited<ReturnType<typeof fill>>} of
 * @returns {Kind[]}
 */
const kindsOf = ({ thread, post, foreign, section, member, pictures, longThread, middle }) => [
  { name: 'a thread’s page, long posts', who: 'guest', path: `/threads/${thread}` },
  { name: 'a thread’s feed, long posts', who: 'guest', path: `/threads/${thread}/feed.atom` },
  { name: 'a long post alone', who: 'guest', path: `/posts/${post}/whole` },
  { name: 'a post’s revisions, long ones', who: 'guest', path: `/posts/${post}/revisions` },
  { name: 'a member’s page, long posts', who: 'guest', path: `/members/${member}` },
  {
    name: 'getThread ?limit=100, long posts',
    who: 'guest',
    path: `/api/v1/forum/threads/${thread}?limit=100`,
  },
  {
    name: 'listMemberPosts ?limit=100, long posts',
    who: 'guest',
    path: `/api/v1/forum/users/${member}/posts?limit=100`,
  },
  { name: 'getPost ?limit=100, long revisions', who: 'guest', path: `/api/v1/forum/posts/${post}?limit=100` },
  { name: 'the front page, 112 sections', who: 'guest', path: '/' },
  { name: 'the sitemap', who: 'guest', path: '/sitemap.xml' },
  { name: 'a section’s sitemap', who: 'guest', path: `/sections/${section}/sitemap.xml` },
  {
    name: 'search, alternatives',
    who: 'guest',
    path: `/api/v1/forum/search?limit=100&q=${many(40, (word) => `${word} or`)}`,
  },
  {
    name: 'search, phrases',
    who: 'guest',
    path: `/api/v1/forum/search?limit=100&q=${many(16, (word, index) => `"${word} ${index}"`)}`,
  },
  {
    name: 'search, exclusions',
    who: 'guest',
    path: `/api/v1/forum/search?limit=100&q=post%20${many(25, (_, index) => `-w${index}`)}`,
  },
  {
    name: 'search ?gather=threads, alternatives',
    who: 'guest',
    path: `/api/v1/forum/search?gather=threads&limit=100&q=${many(40, (word) => `${word} or`)}`,
  },
  {
    name: 'search ?order=newest, alternatives',
    who: 'guest',
    path: `/api/v1/forum/search?order=newest&limit=100&q=${many(40, (word) => `${word} or`)}`,
  },
  {
    name: 'getPostAt, the middle of the longest thread',
    who: 'guest',
    path: `/api/v1/forum/threads/${longThread}/post_at?time=${encodeURIComponent(middle)}`,
  },
  { name: 'getSite', who: 'guest', path: '/api/v1/site' },
  { name: 'listUserAccounts ?limit=100', who: 'administrator', path: '/api/v1/users/accounts?limit=100' },
  {
    name: 'listUserAccounts ?limit=100, by name, seen last first',
    who: 'administrator',
    path: '/api/v1/users/accounts?limit=100&name=member&sort=LastSeen',
  },
  { name: 'countMembers', who: 'administrator', path: '/api/v1/users/statistics' },
  { name: 'countPosts', who: 'administrator', path: '/api/v1/forum/statistics' },
  { name: 'the page of a search', who: 'guest', path: `/search?q=${many(40, (word) => `${word} or`)}` },
  {
    name: 'a form of 240,000 fields',
    who: 'guest',
    path: '/read',
    method: 'POST',
    body: 'a=b&'.repeat(240_000),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  {
    name: 'Basic of an unknown client',
    who: 'guest',
    path: '/api/v1/auth/self',
    headers: { authorization: `Basic ${btoa('nobody@clients:x')}` },
  },
  { name: 'the page of one’s account', who: 'member', path: '/account' },
  {
    name: 'createPost, 300,000 nested arrays',
    who: 'member',
    path: `/api/v1/forum/threads/${thread}`,
    method: 'POST',
    body: `{"body":"a","more":${'['.repeat(300_000)}${']'.repeat(300_000)}}`,
    headers: json,
  },
  {
    name: 'createPost, 300,000 objects',
    who: 'member',
    path: `/api/v1/forum/threads/${thread}`,
    method: 'POST',
    body: `{"body":"a","more":[${'{},'.repeat(299_999)}{}]}`,
    headers: json,
  },
  {
    name: 'createPost, a long one',
    who: 'member',
    path: `/api/v1/forum/threads/${thread}`,
    method: 'POST',
    body: JSON.stringify({ body: LONG_TEXT }),
    headers: json,
  },
  ...['Latest', 'Unread', 'Watched', 'Own'].map((of) => ({
    name: `listThreads ?limit=100&include=opening, ${of}`,
    who: of === 'Latest' ? /** @type {const} */ ('guest') : /** @type {const} */ ('member'),
    path: `/api/v1/forum/threads?of=${of}&limit=100&include=opening`,
  })),
  {
    name: 'the reactions to a page of 100 posts',
    who: 'guest',
    path: `/api/v1/forum/threads/${thread}/reactions?limit=100`,
  },
  {
    name: 'putReaction',
    who: 'member',
    path: `/api/v1/forum/posts/${foreign}/reactions/heart`,
    method: 'PUT',
  },
  { name: 'a drawn avatar', who: 'guest', path: `/api/v1/users/${member}/avatar?size=192` },
  ...pictures.map(({ name, type, bytes }) => ({
    name: `createMedia, ${name}`,
    who: /** @type {const} */ ('member'),
    path: '/api/v1/media',
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': type },
  })),
  {
    name: 'previewPost, 65,000 open brackets',
    who: 'member',
    path: '/api/v1/forum/preview',
    method: 'POST',
    body: JSON.stringify({ body: '['.repeat(65_000), section: { key: section } }),
    headers: json,
  },
]

/** The media service's own, which is what has to decode them. */
const sharp = createRequire(new URL('../../services/media/package.json', import.meta.url))('sharp')

/** As many pixels, and as many frames, as a picture may have, and what a telephone makes. */
async function makePictures() {
  /**
   * @param {number} width
   * @param {number} height
   */
  const noise = (width, height) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
  const plain = sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#385' } })
  const frames = await noise(64, 64 * 300)
    .raw()
    .toBuffer()
  const raw = { width: 64, height: 64 * 300, channels: 3, pageHeight: 64 }
  return [
    {
      name: '12 megapixels',
      type: 'image/jpeg',
      bytes: await noise(4_000, 3_000).jpeg({ quality: 80 }).toBuffer(),
    },
    { name: '40 megapixels, PNG', type: 'image/png', bytes: await plain.clone().png().toBuffer() },
    {
      name: '40 megapixels, AVIF',
      type: 'image/avif',
      bytes: await plain.clone().avif({ effort: 0 }).toBuffer(),
    },
    {
      name: '300 frames',
      type: 'image/gif',
      bytes: await sharp(frames, { raw }).gif({ loop: 0 }).toBuffer(),
    },
  ]
}

/**
 * Accounts of nobody, for the lists of administrators.
 *
 * @param {Forum} forum
 */
async function fillAccounts({ suite, seeded }) {
  const client = new pg.Client({
    connectionString: suite.database.adminUrl,
    options: '-c search_path=gateway,public',
  })
  await client.connect()
  try {
    await client.query(
      `INSERT INTO account (id, username, display_name, created_at, last_seen_at)
       SELECT gen_random_uuid(), 'member_' || n, 'Member ' || n,
         $1::timestamptz + (now() - $1::timestamptz) * n / ${ACCOUNTS}, now() - interval '1 hour' * (n % 10000)
       FROM generate_series(1, ${ACCOUNTS}) AS n`,
      [seeded.since],
    )
    await client.query('VACUUM ANALYZE account')
  } finally {
    await client.end()
  }
}

/**
 * A thread of long posts, one of them with long revisions, among many sections.
 *
 * @param {Forum} forum
 * @param {Member} member
 * @param {Member} administrator
 */
async function fill({ suite, seeded }, member, administrator) {
  /**
   * @param {string} method
   * @param {string} path
   * @param {object} body
   */
  const call = async (method, path, body, as = member) => {
    const answer = await suite.call(method, path, { as, body })
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  for (let number = 0; number < SECTIONS; number++)
    await call(
      'PUT',
      `/forum/sections/costs_${number}`,
      { display_name: `Costs ${number}`, order: number },
      administrator,
    )
  const section = 'costs_0'
  const thread = await call('POST', `/forum/sections/${section}`, { title: 'Long posts', body: LONG_TEXT })
  // Only moderators edit a post as often as they like.
  let [post] = thread.posts.items
  let last = post.revisions.last.id
  for (let number = 1; number < REVISIONS; number++) {
    const edit = { last_revision_id: last, content: `${LONG_TEXT}${number}`, comment: null }
    post = await call('PATCH', `/forum/posts/${post.id}`, edit, administrator)
    last = post.revisions.items.at(-1).id
  }
  for (let number = 1; number < LONG_POSTS; number++) {
    const { id } = await call('POST', `/forum/threads/${thread.id}`, { body: LONG_TEXT })
    for (const key of ['heart', 'smile', 'trophy'])
      await call('PUT', `/forum/posts/${id}/reactions/${key}`, {}, administrator)
  }
  const foreign = await call('POST', `/forum/threads/${thread.id}`, { body: 'Of another.' }, administrator)
  return {
    thread: thread.id,
    post: post.id,
    foreign: foreign.id,
    section,
    member: member.id,
    longThread: seeded.longThread,
    middle: new Date((Date.parse(seeded.since) + Date.now()) / 2).toISOString(),
    pictures: await makePictures(),
  }
}

/**
 * The processor time of all processes for one request of each kind, worst inputs included.
 *
 * @param {Bench} bench
 */
export async function measureCosts({ main, postgres, member: memberOf }) {
  const [member, administrator] = [await memberOf(), await main.suite.administrator()]
  const kinds = kindsOf(await fill(main, member, administrator))
  const callers = { guest: undefined, member, administrator }
  await fillAccounts(main)
  await indexSeeded(main)
  const cpu = () => processorTimeOf(main.suite) + postgres.cpu()
  const costs = []
  for (const { name, who, path, method = 'GET', body, headers } of kinds) {
    const ask = async () => {
      const own = callers[who]?.headers ?? {}
      const answer = await fetch(main.suite.url + path, { method, body, headers: { ...headers, ...own } })
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
    }
    const { status, bytes } = await ask()
    const before = cpu()
    for (let time = 0; time < TIMES; time++) await ask()
    costs.push({
      name,
      who,
      status,
      sent: body?.length ?? path.length,
      bytes,
      ms: (cpu() - before) / TIMES / 1_000,
      most: most[who],
    })
  }
  return costs
}
