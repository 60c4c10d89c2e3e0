import { setTimeout as sleep } from 'node:timers/promises'
import { queryTables } from '@agora/testing/query'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, outcome, png } from '../../media/tests/support.ts'

let suite: Suite
let author: Member
let other: Member
let moderator: Member
let administrator: Awaited<ReturnType<Suite['administrator']>>
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'media'] })
  administrator = await suite.administrator()
  author = await suite.member('painter')
  other = await suite.member('looker')
  moderator = await suite.member('keeper')
  const body = { type: 'User', id: moderator.id }
  await suite.call('POST', '/forum/sections/welcome/role_grants', { as: administrator, body })
})
afterAll(() => suite?.close())

async function send(as = author): Promise<string> {
  const { bytes } = await png(40, 30)
  const answer = await suite.call('POST', '/media', {
    as,
    headers: { 'content-type': 'image/png' },
    body: bytes,
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}
const shownAs = (id: string, alt: string) =>
  `<img src="/api/v1/media/${id}/full" alt="${alt}" width="40" height="30" loading="lazy">`

interface Opened {
  thread: string
  post: string
  revision: string
  html: string
}
async function open(as: Member, body: string, section = 'welcome'): Promise<Opened> {
  const opened = await suite.call('POST', `/forum/sections/${section}`, { as, body: { title: 'Art', body } })
  expect(opened.status, opened.text).toBe(200)
  const [post] = opened.body.posts.items
  return {
    thread: opened.body.id,
    post: post.id,
    revision: post.revisions.last.id,
    html: post.revisions.last.content.html,
  }
}
const edit = (as: Member, post: string, last_revision_id: string, content: string) =>
  suite.call('PATCH', `/forum/posts/${post}`, { as, body: { last_revision_id, content, comment: null } })
const bodiesOf = async (post: string): Promise<string[]> => {
  const { body } = await suite.call('GET', `/forum/posts/${post}`, { as: author })
  return body.revisions.items.map(({ content }: { content: { html: string } | null }) => content?.html)
}

const sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
  queryTables<Row>(suite, 'media', text, values)
const claimed = async (post: string) =>
  (await sql<{ id: string }>('SELECT media_id AS id FROM claim WHERE place = $1', [`Post/${post}`])).map(
    ({ id }) => id,
  )

describe('a post', () => {
  it('shows pictures of its author, and of nobody else', async () => {
    const [own, foreign] = [await send(), await send(other)]
    const { thread, html } = await open(author, `![a "cat"](media:${own}) ![theirs](media:${foreign})`)
    expect(html).toBe(`${shownAs(own, 'a &quot;cat&quot;')} ![theirs](media:${foreign})`)
    const body = { body: `![mine](media:${own})` }
    const reply = await suite.call('POST', `/forum/threads/${thread}`, { as: author, body })
    expect(reply.body.revisions.last.content.html).toBe(shownAs(own, 'mine'))
    const quoted = await suite.call('POST', `/forum/threads/${thread}`, { as: other, body })
    expect(quoted.body.revisions.last.content.html).toBe(`![mine](media:${own})`)
    const preview = { section: { key: 'welcome' }, body: `![mine](media:${own})` }
    const previewed = await suite.call('POST', '/forum/preview', { as: author, body: preview })
    expect(previewed.body).toEqual({ html: shownAs(own, 'mine') })
  })

  it('keeps its author’s pictures when a moderator edits it, and takes none of theirs', async () => {
    const [own, theirs] = [await send(), await send(moderator)]
    const { post, revision } = await open(author, 'Text')
    const edited = await edit(moderator, post, revision, `![a](media:${own}) ![b](media:${theirs})`)
    expect(edited.status, edited.text).toBe(200)
    expect((await bodiesOf(post)).at(-1)).toBe(`${shownAs(own, 'a')} ![b](media:${theirs})`)
  })

  it('claims what one of its revisions shows', async () => {
    const [one, two] = [await send(), await send()]
    const { post, revision } = await open(author, `![1](media:${one})`)
    await eventually(async () => expect(await claimed(post)).toEqual([one]))
    await edit(author, post, revision, `![2](media:${two})`)
    await eventually(async () => expect(await claimed(post)).toEqual([one, two]))
    // Hidden, it may be shown again.
    const last = (await suite.call('GET', `/forum/posts/${post}`, { as: moderator })).body.revisions.items.at(
      -1,
    )
    const hidden = { last_revision_id: last.id, content: null, comment: null }
    expect((await suite.call('PATCH', `/forum/posts/${post}`, { as: moderator, body: hidden })).status).toBe(
      200,
    )
    await sleep(3_000)
    expect(await claimed(post)).toEqual([one, two])
  })

  it('claims what it shows last, although the change before it is told later', async () => {
    const [one, two] = [await send(), await send()]
    const { post } = await open(author, `![1](media:${one})`)
    await eventually(async () => expect(await claimed(post)).toEqual([one]))
    const forum = new pg.Client({
      connectionString: suite.database.urls.forum,
      options: '-c search_path=forum',
    })
    await forum.connect()
    const due = 'INSERT INTO picture_due (post_id) VALUES ($1)'
    try {
      // A change whose transaction lasts: its row has its number, and what is queued and told meanwhile a higher one.
      await forum.query('BEGIN')
      await forum.query(due, [post])
      await queryTables(suite, 'forum', due, [post])
      const told = 'SELECT FROM picture_due WHERE post_id = $1'
      await eventually(async () => expect(await queryTables(suite, 'forum', told, [post])).toEqual([]))
      await forum.query('UPDATE revision SET html = replace(html, $2, $3) WHERE post_id = $1', [
        post,
        one,
        two,
      ])
      await forum.query('COMMIT')
    } finally {
      await forum.end()
    }
    await eventually(async () => expect(await claimed(post)).toEqual([two]))
  })

  it('is there to be told of: until then no picture is deleted as shown by nothing', async () => {
    const picture = await send()
    const waiting = new pg.Client({
      connectionString: suite.database.urls.forum,
      options: '-c search_path=forum',
    })
    await waiting.connect()
    // Held as by a process that has not come to it for a day.
    const hold = async (): Promise<boolean> => {
      await waiting.query('COMMIT')
      await waiting.query(
        `INSERT INTO picture_due (post_id, created_at) VALUES (gen_random_uuid(), now() - interval '1 day')`,
      )
      await waiting.query('BEGIN')
      return (await waiting.query('SELECT FROM picture_due FOR UPDATE')).rowCount === 1
    }
    await eventually(async () => expect(await hold()).toBe(true))
    await sql(`UPDATE media SET unclaimed_since = now() - interval '25 hours' WHERE id = $1`, [picture])
    // What is left of a broken-off deletion goes last.
    const swept = async () => {
      await sql(
        `INSERT INTO media (id, owner_id, width, height, bytes, is_animated, gone_at)
         VALUES (gen_random_uuid(), $1, 1, 1, 1, false, now() - interval '2 minutes')`,
        [author.id],
      )
      await suite.processes.media[0]!.restart()
      await eventually(async () =>
        expect(await sql('SELECT FROM media WHERE gone_at IS NOT NULL')).toEqual([]),
      )
    }
    await swept()
    const isThere = async () => (await suite.call('GET', `/media/${picture}/full`)).status === 200
    expect(await isThere()).toBe(true)
    await waiting.query('DELETE FROM picture_due')
    await waiting.query('COMMIT')
    await waiting.end()
    await swept()
    expect(await isThere()).toBe(false)
  })

  it('is refused while nobody can tell whose the pictures are, and only then', async () => {
    const own = await send()
    const [process] = suite.processes.media
    await process!.kill()
    const body = { title: 'Art', body: `![a](media:${own})` }
    const refused = await suite.call('POST', '/forum/sections/welcome', { as: author, body })
    expect(refused.status).toBe(503)
    await open(author, 'Words alone')
    await process!.start()
  })
})

describe('DELETE /media/:id', () => {
  const remove = (id: string, as: Member) => suite.call('DELETE', `/media/${id}`, { as })
  const forbidden = [403, { error: 'forbidden' }]

  it('is for the moderators of a section where a post shows it, and leaves its text there', async () => {
    const id = await send()
    expect(outcome(await remove(id, moderator))).toEqual(forbidden)
    const { post, revision } = await open(author, `See ![a_b & c](media:${id})!`)
    await edit(author, post, revision, `Look: ![a_b & c](media:${id})`)
    await eventually(async () => expect(await claimed(post)).toEqual([id]))
    expect(outcome(await remove(id, other))).toEqual(forbidden)
    expect(outcome(await remove(id, moderator))).toEqual([200, {}])
    expect((await fetch(`${suite.url}/api/v1/media/${id}/full`)).status).toBe(404)
    expect(await bodiesOf(post)).toEqual(['See a_b &amp; c!', 'Look: a_b &amp; c'])
    const source = await suite.call('GET', `/forum/posts/${post}/source`, { as: author })
    expect(source.body.revisions.items.at(-1).content.marktwin).toBe('Look: a\\_b & c')
    expect(outcome(await remove(id, moderator))).toEqual([404, { error: 'media not found' }])
  })

  it('is for them as long as an earlier revision shows it, and it stays there as long', async () => {
    const id = await send()
    const { post, revision } = await open(author, `See ![this](media:${id})`)
    await edit(author, post, revision, 'Nothing to see')
    await eventually(async () => expect(await claimed(post)).toEqual([id]))
    await sql("UPDATE media SET unclaimed_since = unclaimed_since - interval '25 hours' WHERE id = $1", [id])
    await suite.processes.media[0]!.restart()
    await eventually(async () => expect((await bodiesOf(post))[0]).toBe(`See ${shownAs(id, 'this')}`))
    expect((await fetch(`${suite.url}/api/v1/media/${id}/full`)).status).toBe(200)
    expect(outcome(await remove(id, moderator))).toEqual([200, {}])
    expect(await bodiesOf(post)).toEqual(['See this', 'Nothing to see'])
  })

  it('comes to its end when the forum is back', async () => {
    const id = await send()
    const { post } = await open(author, `![gone](media:${id})`)
    await eventually(async () => expect(await claimed(post)).toEqual([id]))
    await suite.processes.forum[0]!.stop()
    expect(outcome(await remove(id, author))).toEqual([200, {}])
    await suite.processes.forum[0]!.start()
    await sql("UPDATE media SET gone_at = gone_at - interval '2 minutes' WHERE id = $1", [id])
    await suite.processes.media[0]!.restart()
    await eventually(async () => expect(await bodiesOf(post)).toEqual(['gone']))
    await eventually(async () => expect(await sql('SELECT FROM media WHERE id = $1', [id])).toEqual([]))
  })

  it('removes a picture from a text that is stored at the same time', async () => {
    const id = await send()
    const opened: Promise<Opened> = open(author, `![gone](media:${id})`)
    const [{ post }] = await Promise.all([opened, remove(id, author)])
    await eventually(async () => expect((await bodiesOf(post)).join()).not.toContain('<img'))
  })
})

it('an erased member’s pictures are gone from their texts', async () => {
  const leaver = await suite.member('leaver')
  const id = await send(leaver)
  const { post } = await open(leaver, `![mine](media:${id})`)
  await eventually(async () => expect(await claimed(post)).toEqual([id]))
  const body = { current_password: leaver.password }
  expect((await suite.call('DELETE', `/users/${leaver.id}`, { as: leaver, body })).status).toBe(200)
  await eventually(async () => expect(await bodiesOf(post)).toEqual(['mine']))
  expect((await fetch(`${suite.url}/api/v1/media/${id}/full`)).status).toBe(404)
})
