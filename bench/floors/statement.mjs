// Fastify with one prepared statement of pg and the service's own schema for the answer: no rights, no reader, no log.
// What the rows lack is copied from the service's answer, so that both answer the same bytes.
import { shortUser } from '@agora/shared/contracts/types'
import Fastify from 'fastify'
import pg from 'pg'
import { SectionPage } from '../../services/forum/dist/areas/sections/schemas.js'
import { Thread } from '../../services/forum/dist/areas/threads/schemas.js'
import { asFloor, listen } from './child.mjs'

/**
 * @typedef {object} Settings
 * @property {string} database
 * @property {number} connections
 * @property {keyof typeof pages} kind
 * @property {string} id
 * @property {number} limit
 * @property {string} answer
 */

/** @typedef {{ self: unknown }} Item of the service's answer */
/** @typedef {{ items: Item[] }} Items */

/**
 * @typedef {object} ThreadRow
 * @property {string} title
 * @property {Date} thread_ctime
 * @property {number} post_count
 * @property {number} thread_count
 * @property {string} id
 * @property {Date} ctime
 * @property {string} author_id
 * @property {string} display_name
 * @property {number} revision_count
 * @property {string} revision_id
 * @property {Date} time
 * @property {string} html
 */

/**
 * @typedef {object} SectionRow
 * @property {string} section_key
 * @property {string} section_name
 * @property {Date} section_ctime
 * @property {number} thread_count
 * @property {string} id
 * @property {string} key
 * @property {string} title
 * @property {Date} ctime
 * @property {boolean} is_pinned
 * @property {boolean} is_locked
 * @property {number} post_count
 * @property {string} last_post_id
 * @property {Date} last_post_at
 * @property {string} last_post_author_id
 * @property {string} display_name
 */

/**
 * @param {string} id
 * @param {string} displayName
 */
const authorOf = (id, displayName) => ({ type: 'UserForumActor', user: shortUser({ id, displayName }) })

const thread = {
  schema: Thread,
  statement: {
    name: 'thread-page',
    text: `
      SELECT t.id AS thread_id, t.title, t.ctime AS thread_ctime, t.post_count, s.id AS section_id, s.thread_count,
        p.id, p.ctime, p.author_id, p.revision_count, r.id AS revision_id, r.time, r.html, u.display_name
      FROM thread t JOIN section s ON s.id = t.section_id JOIN post p ON p.thread_id = t.id
      JOIN revision r ON r.id = p.last_revision_id JOIN known_user u ON u.id = p.author_id
      WHERE t.id = $1 AND p.position >= $2 AND p.position < $2 + $3 ORDER BY p.position`,
  },
  /**
   * @param {ThreadRow[]} rows
   * @param {{ section: object, posts: Items }} page
   */
  view: (rows, page) => ({
    ...page,
    title: rows[0].title,
    ctime: rows[0].thread_ctime.toISOString(),
    section: { ...page.section, threads: { count: rows[0].thread_count } },
    posts: {
      ...page.posts,
      count: rows[0].post_count,
      items: rows.map((row, index) => postOf(row, page.posts.items[index])),
    },
  }),
}

/**
 * @param {ThreadRow} row
 * @param {Item} known
 */
function postOf(row, known) {
  const author = authorOf(row.author_id, row.display_name)
  return {
    type: 'ForumPost',
    id: row.id,
    ctime: row.ctime.toISOString(),
    author,
    revisions: {
      count: row.revision_count,
      last: {
        type: 'ForumPostRevision',
        id: row.revision_id,
        time: row.time.toISOString(),
        author,
        content: { html: row.html },
        moderation: null,
        comment: null,
      },
    },
    self: known.self,
  }
}

const section = {
  schema: SectionPage,
  statement: {
    name: 'section-page',
    text: `
      SELECT s.id AS section_id, s.key AS section_key, s.display_name AS section_name, s.ctime AS section_ctime,
        s.thread_count, t.*, u.display_name
      FROM section s CROSS JOIN LATERAL (
        SELECT id, key, title, ctime, is_pinned, is_locked, post_count, last_post_id, last_post_at,
          last_post_author_id FROM thread WHERE section_id = s.id AND NOT is_deleted
        ORDER BY is_pinned DESC, last_post_at DESC, id DESC OFFSET $2 LIMIT $3
      ) t
      JOIN known_user u ON u.id = t.last_post_author_id
      WHERE s.id = $1 ORDER BY t.is_pinned DESC, t.last_post_at DESC, t.id DESC`,
  },
  /**
   * @param {SectionRow[]} rows
   * @param {{ threads: Items }} page
   */
  view: (rows, page) => ({
    ...page,
    key: rows[0].section_key,
    display_name: rows[0].section_name,
    ctime: rows[0].section_ctime.toISOString(),
    threads: {
      ...page.threads,
      count: rows[0].thread_count,
      items: rows.map((row, index) => summaryOf(row, page.threads.items[index])),
    },
  }),
}

/**
 * @param {SectionRow} row
 * @param {Item} known
 */
function summaryOf(row, known) {
  return {
    type: 'ForumThread',
    id: row.id,
    key: row.key,
    title: row.title,
    ctime: row.ctime.toISOString(),
    is_pinned: row.is_pinned,
    is_locked: row.is_locked,
    posts: { count: row.post_count },
    last_post: {
      type: 'ForumPost',
      id: row.last_post_id,
      ctime: row.last_post_at.toISOString(),
      author: authorOf(row.last_post_author_id, row.display_name),
    },
    has_admin_announcement: false,
    self: known.self,
  }
}

const pages = { thread, section }

asFloor((/** @type {Settings} */ { database, connections, kind, id, limit, answer }) => {
  const { schema, statement, view } = pages[kind]
  // As the service has it. Left to itself, Postgres plans a page of a large section anew for each request, which takes twice
  // as long as to read it.
  const options = '-c search_path=forum -c plan_cache_mode=force_generic_plan'
  const pool = new pg.Pool({ connectionString: database, max: connections, options })
  const page = JSON.parse(answer)
  const app = Fastify()
  app.get('/*', { schema: { response: { 200: schema } } }, async () => {
    const { rows } = await pool.query({ ...statement, values: [id, 0, limit] })
    return view(rows, page)
  })
  return listen(app)
})
