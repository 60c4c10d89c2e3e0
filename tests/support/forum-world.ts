import { type Answer, basic, bearer, type Caller, type Suite } from '@agora/testing/suite'
import pg from 'pg'
import { obtainTokens, registerClient, signedIn } from '../../services/gateway/tests/oauth/client.ts'
import { oldSession } from './suite-contents.ts'

/** Requests alternate between the gateways. */
export type Send = (
  method: string,
  path: string,
  options?: { as?: Caller; body?: unknown; headers?: Record<string, string> },
) => Promise<Answer>

export const callerNames = [
  'guest',
  'author',
  'stranger',
  'muted',
  'moderator',
  'global moderator',
  'administrator',
  'old session',
  'banned',
  'banned session',
  'token: base',
  'token: read',
  'token: write',
  'client',
  'bad credentials',
  'internal service',
  'wrong internal key',
] as const
export type CallerName = (typeof callerNames)[number]

/** The callers, and the values of the table's placeholders. */
export interface World {
  callers: Record<CallerName, Caller>
  names: Record<string, string>
}

export function alternately(suite: Suite): Send {
  let turn = 0
  return (method, path, options = {}) => {
    turn += 1
    return suite.call(
      method,
      `${suite.urls.gateway[turn % suite.urls.gateway.length]}/api/v1${path}`,
      options,
    )
  }
}

/** A thread and its reply, created with this key and since deleted. */
export const withdrawn = {
  key: { 'idempotency-key': 'withdrawn' },
  thread: { title: 'Withdrawn', body: 'First post.' },
  reply: { body: 'A reply.' },
}

/** Everything that requests to the forum's routes can refer to, created through those routes. */
export async function forumWorld(suite: Suite, send: Send): Promise<World> {
  const make = async (method: string, path: string, as: Caller, body?: unknown): Promise<Answer['body']> => {
    const answer = await send(method, path, { as, ...(body === undefined ? {} : { body }) })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const callers = await everybody(suite, make)
  const { author, stranger, moderator, administrator } = callers
  const names: Record<string, string> = {
    nowhere: '01890000-0000-7000-8000-000000000000',
    author: author.id,
    stranger: stranger.id,
    muted: callers.muted.id,
    moderator: moderator.id,
    global: callers['global moderator'].id,
    administrator: administrator.id,
  }

  const section = async (name: string, parent?: string) => {
    const body = { key: `walk_${name}`, display_name: name, locale: null, ...(parent ? { parent } : {}) }
    names[name] = (await make('POST', '/forum/sections', callers['internal service'], body)).id
  }
  await section('open')
  await section('other')
  await section('category')
  await section('inner', 'walk_category')
  const grantee = { type: 'User', id: moderator.id }
  await make('POST', '/forum/sections/walk_open/role_grants', administrator, grantee)
  const globally = { user: { type: 'User', id: names.global }, role: 'GlobalModerator' }
  await make('POST', '/forum/role_grants', administrator, globally)

  await make('PUT', '/forum/groups/walk_testers', administrator, { display_name: 'Testers' })
  await make('PUT', `/forum/groups/walk_testers/members/${stranger.id}`, administrator)
  await make('PUT', '/forum/sections/walk_testers_only', administrator, {
    display_name: 'Testers',
    writers: { groups: ['walk_testers'] },
  })
  await make('PUT', '/forum/sections/walk_shut', administrator, { display_name: 'Shut', is_archived: true })

  const thread = async (name: string, where = 'open') => {
    const input = { title: `The ${name} thread`, body: 'First post.' }
    const { id, posts } = await make('POST', `/forum/sections/${names[where]}`, author, input)
    names[name] = id
    names[`${name}_post`] = posts.items[0].id
    names[`${name}_revision`] = posts.items[0].revisions.last.id
  }
  for (const name of ['thread', 'answered', 'locked', 'deleted', 'restorable', 'doomed', 'movable', 'gone']) {
    await thread(name)
  }
  for (const name of ['edited', 'moderated', 'hidden', 'reported', 'withheld', 'orphaned']) await thread(name)
  await thread('foreign', 'other')
  const reply = await make('POST', `/forum/threads/${names.answered}`, stranger, { body: 'A reply.' })
  names.reply = reply.id
  await make('PATCH', `/forum/threads/${names.locked}`, moderator, { is_locked: true })
  for (const name of ['deleted', 'restorable'])
    await make('DELETE', `/forum/threads/${names[name]}`, moderator)
  const note = { last_revision_id: names.moderated_revision, moderation: 'Be kind.', comment: null }
  await make('PATCH', `/forum/posts/${names.moderated_post}`, moderator, note)

  const once = { ...author, headers: { ...author.headers, ...withdrawn.key } }
  names.withdrawn = (await make('POST', `/forum/sections/${names.open}`, once, withdrawn.thread)).id
  await make('POST', `/forum/threads/${names.withdrawn}`, once, withdrawn.reply)
  await make('DELETE', `/forum/threads/${names.withdrawn}`, moderator)

  const report = async (name: string, path: string) => {
    names[name] = (await make('POST', `/forum/${path}/reports`, stranger, { reason: 'Spam' })).id
  }
  await report('pending_report', `threads/${names.movable}`)
  await report('open_report', `threads/${names.answered}`)
  await report('resolved_report', `posts/${names.movable_post}`)
  await report('foreign_report', `threads/${names.foreign}`)
  await report('gone_report', `threads/${names.gone}`)
  names.stranger_post = names.reply as string
  await make('POST', `/forum/posts/${names.reply}/reports`, callers.muted, { reason: 'Spam' })
  await report('withheld_report', `threads/${names.withheld}`)
  await report('withheld_post_report', `posts/${names.withheld_post}`)
  await make('DELETE', `/forum/threads/${names.withheld}`, moderator)
  await report('orphaned_report', `threads/${names.orphaned}`)
  const resolution = { status: 'Rejected' }
  await make('POST', `/forum/reports/${names.resolved_report}/resolution`, moderator, resolution)

  const mute = async (name: string, where: string, id: string, as: Caller) => {
    const scope = { user: { type: 'User', id }, section: { type: 'ForumSection', id: names[where] } }
    const body = { ...scope, kind: 'Mute', reason: 'Enough.', internal_note: 'Watch them.' }
    names[name] = (await make('POST', '/forum/sanctions', as, body)).id
  }
  await mute('mute', 'open', callers.muted.id, moderator)
  await mute('foreign_mute', 'other', stranger.id, administrator)
  await mute('lifted_mute', 'open', stranger.id, moderator)
  await make('DELETE', `/forum/sanctions/${names.lifted_mute}`, moderator)

  await eraseThread(suite, names.gone as string)
  await loseAuthor(suite, names.orphaned as string)
  await noteImported(suite, names)
  names.unsubscribe = await mailDigest(suite)
  return { callers, names }
}

async function everybody(
  suite: Suite,
  make: (method: string, path: string, as: Caller, body?: unknown) => Promise<Answer['body']>,
) {
  const administrator = await suite.administrator()
  const [author, stranger, muted, moderator, globalModerator, banned] = [
    await suite.member('author'),
    await suite.member('stranger'),
    await suite.member('muted'),
    await suite.member('moderator'),
    await suite.member('global_moderator'),
    await suite.member('banned'),
  ]
  await make('PUT', `/users/${banned.id}/ban`, administrator, { reason: 'Abuse' })
  const client = await registerClient(suite, 'walk')
  const browser = await signedIn(suite.url, moderator.username, moderator.password)
  const token = async (scope: string) =>
    bearer((await obtainTokens(suite, browser, client, scope)).access_token)
  return {
    guest: { headers: {} },
    author,
    stranger,
    muted,
    moderator,
    'global moderator': globalModerator,
    administrator,
    'old session': await oldSession(suite),
    banned: basic(banned.username, banned.password),
    'banned session': banned,
    // The moderator's own tokens: whatever they lack is withheld by the scope.
    'token: base': await token('base'),
    'token: read': await token('base forum:read'),
    'token: write': await token('base forum:write'),
    client: basic(client.key, client.secret),
    'bad credentials': basic('author', 'not the password'),
    'internal service': { headers: { 'svc-internal-auth': suite.secrets.internalKey } },
    'wrong internal key': { headers: { 'svc-internal-auth': 'not the key' } },
  } satisfies Record<CallerName, Caller>
}

/** Direct changes to the forum's tables, for what no route can do. */
async function inForum(suite: Suite, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({
    connectionString: suite.database.urls.forum,
    options: '-c search_path=forum',
  })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** No route makes a report's target vanish; a purge would. */
const eraseThread = (suite: Suite, id: string) =>
  inForum(suite, async (client) => {
    const posts = '(SELECT id FROM post WHERE thread_id = $1)'
    await client.query(`DELETE FROM revision WHERE post_id IN ${posts}`, [id])
    await client.query('DELETE FROM post WHERE thread_id = $1', [id])
    const section = '(SELECT section_id FROM thread WHERE id = $1)'
    await client.query(`UPDATE section SET thread_count = thread_count - 1 WHERE id = ${section}`, [id])
    await client.query('DELETE FROM thread WHERE id = $1', [id])
  })

/** As if its author had never had an account here. */
const loseAuthor = (suite: Suite, id: string) =>
  inForum(suite, (client) =>
    client.query('UPDATE thread SET author_id = gen_random_uuid() WHERE id = $1', [id]),
  )

/** As if part of it had been imported. */
const noteImported = (suite: Suite, names: Record<string, string>): Promise<void> =>
  inForum(suite, async (client) => {
    await client.query(
      `INSERT INTO imported (source, kind, old_id, id) VALUES
         ('old', 'user', '1', $1), ('old', 'section', '1', $2), ('old', 'thread', '1', $3), ('old', 'post', '1', $4),
         ('old', 'thread', '2', $5)`,
      [names.author, names.open, names.thread, names.thread_post, names.deleted],
    )
  })

/** As if a member had received a digest; returns the token of its link. */
async function mailDigest(suite: Suite): Promise<string> {
  const token = 'the-token-of-a-digest'
  await inForum(suite, (client) =>
    client.query(
      `WITH member AS (
         INSERT INTO notification_setting (user_id, email) VALUES (gen_random_uuid(), 'Daily') RETURNING user_id
       )
       INSERT INTO digest (id, user_id, since, token_hash)
       SELECT gen_random_uuid(), user_id, now(), sha256(convert_to($1, 'UTF8')) FROM member`,
      [token],
    ),
  )
  return token
}
