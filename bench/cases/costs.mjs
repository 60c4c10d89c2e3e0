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
 * @property {'guest' | 'member'} who
 * @property {string} path
 * @property {string} [method]
 * @property {string} [body]
 * @property {Record<string, string>} [headers]
 */

/** What one request may cost, in milliseconds of processor time of all processes. */
const most = { guest: 150, member: 250 }
/** Processor time is told in hundredths of a second. */
const TIMES = 10
const SECTIONS = 100
const LONG_POSTS = 100
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
 * @param {{ thread: string, post: string, section: string, member: string }} of
 * @returns {Kind[]}
 */
const kindsOf = ({ thread, post, section, member }) => [
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
  {
    name: 'previewPost, 65,000 open brackets',
    who: 'member',
    path: '/api/v1/forum/preview',
    method: 'POST',
    body: JSON.stringify({ body: '['.repeat(65_000), section: { key: section } }),
    headers: json,
  },
]

/**
 * A thread of long posts, one of them with long revisions, among many sections.
 *
 * @param {Forum} forum
 * @param {Member} member
 */
async function fill({ suite }, member) {
  const administrator = await suite.administrator()
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
  for (let number = 1; number < LONG_POSTS; number++)
    await call('POST', `/forum/threads/${thread.id}`, { body: LONG_TEXT })
  return { thread: thread.id, post: post.id, section, member: member.id }
}

/**
 * The processor time of all processes for one request of each kind, worst inputs included.
 *
 * @param {Bench} bench
 */
export async function measureCosts({ main, postgres, member: memberOf }) {
  const member = await memberOf()
  const kinds = kindsOf(await fill(main, member))
  await indexSeeded(main)
  const cpu = () => processorTimeOf(main.suite) + postgres.cpu()
  const costs = []
  for (const { name, who, path, method = 'GET', body, headers } of kinds) {
    const ask = async () => {
      const own = who === 'member' ? member.headers : {}
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
