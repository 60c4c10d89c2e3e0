import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrator, Forum, guest, newUser, ok } from './helpers/forum.ts'
import { sanctionBody, userRef } from './helpers/moderation.ts'

let forum: Forum
const author = newUser('Author')
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

const bodies = {
  short: 'A short one.',
  atBound: 'x'.repeat(8_185),
  escaped: '<'.repeat(65_536),
  quoted: 'He said "no" \\\\ twice. '.repeat(2_000),
  astral: '漢字🦊'.repeat(8_000),
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

test('a page with bodies of every size reads as if all were small', async () => {
  const section = await forum.section()
  const thread = await forum.thread(section, author)
  for (const body of Object.values(bodies)) await forum.reply(thread, author, body)
  const page = ok(await forum.get(`/threads/${thread.id}?offset=1&limit=100`, guest))
  const rows = await forum.rows(
    `SELECT p.id, r.html FROM post p JOIN revision r ON r.id = p.last_revision_id
     WHERE p.thread_id = $1 AND p.position > 0 ORDER BY p.position`,
    [thread.id],
  )
  expect(page.posts.items).toHaveLength(rows.length)
  for (const [index, { id, html }] of rows.entries()) {
    expect(page.posts.items[index].id).toBe(id)
    expect(page.posts.items[index].revisions.last.content).toEqual({ html })
  }
  expect(rows[2]?.html).toContain(escaped(bodies.escaped))
})

test('a page with a large body is not sent to one who has it, until anything of it changes, in place too', async () => {
  const thread = await forum.thread(await forum.section(), author)
  await forum.reply(thread, author, bodies.escaped)
  const { headers } = await forum.suite.principal({ kind: 'guest' }, 'forum')
  const url = `${forum.suite.urls.forum[0]}/api/v1/forum/threads/${thread.id}`
  const readWith = async (tag = '"none"') => {
    const answer = await fetch(url, { headers: { ...headers, 'if-none-match': tag } })
    return { status: answer.status, tag: answer.headers.get('etag') ?? '', text: await answer.text() }
  }
  const first = await readWith()
  expect(first.status).toBe(200)
  expect(await readWith(first.tag)).toEqual({ status: 304, tag: first.tag, text: '' })
  await forum.rows(
    `UPDATE revision SET html = replace(html, '&lt;', '&gt;') WHERE id =
      (SELECT last_revision_id FROM post WHERE thread_id = $1 AND position = 1)`,
    [thread.id],
  )
  const second = await readWith(first.tag)
  expect([second.status, second.text]).toEqual([200, first.text.replaceAll('&lt;', '&gt;')])
  expect((await readWith(second.tag)).status).toBe(304)
})

test('whoever shows the beginnings of bodies is sent no more of them, under a tag of its own', async () => {
  const thread = await forum.thread(await forum.section(), author)
  await forum.reply(thread, author, bodies.astral)
  const { headers } = await forum.suite.principal({ kind: 'guest' }, 'forum')
  const url = `${forum.suite.urls.forum[0]}/api/v1/forum/threads/${thread.id}`
  const read = async (shown?: string) => {
    const answer = await fetch(url, {
      headers: { ...headers, ...(shown !== undefined && { 'x-agora-shown-length': shown }) },
    })
    const page = await answer.json()
    return { tag: answer.headers.get('etag'), html: page.posts.items[1].revisions.last.content.html }
  }
  const whole = await read()
  const beginning = await read('10001')
  expect(beginning.html).toBe([...whole.html].slice(0, 10_001).join(''))
  expect(beginning.tag).not.toBe(whole.tag)
  for (const strange of ['', '-1', '1e3', '9'.repeat(40), '1, 2']) expect(await read(strange)).toEqual(whole)
})

test('sources and reported bodies are complete, and a hidden one appears nowhere', async () => {
  const section = await forum.section()
  const thread = await forum.thread(section, author)
  const post = await forum.reply(thread, author, bodies.escaped)
  const source = ok(await forum.get(`/posts/${post.id}/source`, author))
  expect(source.revisions.items[0].content.marktwin).toBe(bodies.escaped)
  ok(await forum.post(`/posts/${post.id}/reports`, newUser('Reporter'), { reason: 'Spam' }))
  const queue = ok(await forum.get(`/reports?section=${section.id}`, administrator))
  expect(queue.items[0].context.html).toContain(escaped(bodies.escaped))
  const deletion = { last_revision_id: post.revisions.last.id, comment: null }
  ok(await forum.delete(`/posts/${post.id}`, administrator, deletion))
  const other = await forum.reply(thread, author)
  const reported = { reason: 'Spam', body: bodies.astral }
  const { id, body } = ok(await forum.post(`/posts/${other.id}/reports`, newUser('Another'), reported))
  expect(body).toBe(bodies.astral)
  const note = bodies.quoted
  const resolved = ok(
    await forum.post(`/reports/${id}/resolution`, administrator, { status: 'Rejected', note }),
  )
  expect([resolved.body, resolved.resolution_note]).toEqual([bodies.astral, note])
  const hidden = ok(await forum.get(`/threads/${thread.id}?offset=1`, guest))
  expect(hidden.posts.items[0].revisions.last.content).toBeNull()
})

test('what was said of a revision is complete, however long, alone and together', async () => {
  const thread = await forum.thread(await forum.section(), author)
  const post = await forum.reply(thread, author)
  const comment = bodies.astral
  const change = { last_revision_id: post.revisions.last.id, content: 'Another.', comment }
  ok(await forum.call('PATCH', `/posts/${post.id}`, author, { body: change }))
  expect(ok(await forum.get(`/posts/${post.id}`)).revisions.items[1].comment).toBe(comment)
  const members = Array.from({ length: 8 }, (_, n) => newUser(`Member ${n}`))
  const pages = await Promise.all(members.map((member) => forum.get(`/threads/${thread.id}`, member)))
  for (const page of pages) expect(ok(page).posts.items[1].revisions.last.comment).toBe(comment)
})

test('what moderators write is complete, in every listing of it', async () => {
  const section = await forum.section()
  const thread = await forum.thread(section, author)
  const post = await forum.reply(thread, author)
  const text = bodies.quoted
  const mute = sanctionBody(userRef(author), { section, reason: text, internal_note: text })
  expect(ok(await forum.post('/sanctions', administrator, mute))).toMatchObject({ reason: text })
  const { items } = ok(await forum.get(`/sanctions?section=${section.id}`, administrator))
  expect(items[0]).toMatchObject({ reason: text, internal_note: text })
  ok(
    await forum.delete(`/posts/${post.id}`, administrator, {
      last_revision_id: post.revisions.last.id,
      comment: text,
    }),
  )
  const log = ok(await forum.get(`/moderation_log?section=${section.id}`, administrator))
  expect(log.items.map(({ comment }: { comment: string | null }) => comment)).toContain(text)
})
