import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Forum, guest, newUser, ok, refused, underToken, unresolvable } from './helpers/forum.ts'
import { threadOf } from './helpers/places.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

const author = newUser('Author')
const nobody = '01890000-0000-7000-8000-000000000000'

describe('a preview', () => {
  const preview = (who: Parameters<Forum['post']>[1], section: object, body: unknown = '**Hi**') =>
    forum.post('/preview', who, { body, section })

  it('is what posting there renders, and is not posted', async () => {
    const section = await forum.section()
    const mentioned = newUser('Mentioned')
    await forum.meet(mentioned)
    const body = `**Hi** @{${mentioned.id}} `
    for (const ref of [{ id: section.id }, { key: section.key }]) {
      const { html } = ok(await preview(author, ref, body))
      const thread = await forum.thread(section, author, 'A thread', body)
      expect(html).toBe(thread.posts.items[0].revisions.last.content.html)
    }
    expect(ok(await forum.get(`/sections/${section.id}`)).threads.count).toBe(2)
  })

  it('is refused as posting is', async () => {
    const section = await forum.section()
    const parent = await forum.section()
    await forum.section({ parent: parent.key })
    const denied = 'current actor does not have the permission to create a post in this thread'
    refused(await preview(guest, section), 403, denied)
    refused(await preview(underToken(author, 'base', 'forum:read'), section), 403, denied)
    refused(await preview(unresolvable, section), 401, 'invalid credentials')
    refused(await preview(author, { key: 'nothing' }), 404, 'section not found')
    refused(await preview(author, parent), 400, 'section holds no threads')
    refused(await preview(author, section, '[mod]x[/mod]'), 400, 'failed to parse provided body')
    refused(await preview(author, section, '&'.repeat(65_536)), 400, 'failed to render provided body')
    for (const body of [['a'], null, 7, 'x'.repeat(65_537)])
      expect((await preview(author, section, body)).status).toBe(422)
    for (const ref of [[], 'welcome', {}, { id: 7 }])
      expect((await preview(author, ref as object)).status).toBe(422)
  })
})

describe('a quotation', () => {
  const quote = (post: { id: string }, who: Parameters<Forum['get']>[1] = guest) =>
    forum.get(`/posts/${post.id}/quotation`, who)

  it('is markup that quotes the post, without its quotes and official blocks', async () => {
    const section = await forum.section()
    const moderator = await forum.moderator(section)
    const body = '[quote=Ben]Old[/quote]\nHello **there**\n[mod]Stop[/mod]'
    const thread = await forum.thread(section, moderator, 'A thread', body)
    const quoted = ok(await quote(thread.posts.items[0])).body
    expect(quoted).toBe('[quote=Moderator]\nHello **there**\n[/quote]\n')
    const answer = await forum.reply(thread, author, `${quoted}Indeed`)
    expect(answer.revisions.last.content.html).toContain('<cite>Moderator</cite>')
  })

  it('names one account for who asks for that, whoever else has the name', async () => {
    const { posts } = await threadOf(forum, 1, author)
    const quoted = ok(await forum.get(`/posts/${posts[0]?.id}/quotation?by=account`, guest)).body
    expect(quoted).toMatch(new RegExp(`^\\[quote=${author.displayName}#${author.id.slice(-5)}\\]\n`))
  })

  it('is refused for what is hidden or may not be seen', async () => {
    const { section, thread, posts } = await threadOf(forum, 2, author)
    const moderator = await forum.moderator(section)
    const { revisions } = ok(await forum.get(`/posts/${posts[1]?.id}`, moderator))
    ok(await forum.delete(`/posts/${posts[1]?.id}`, moderator, { last_revision_id: revisions.items[0].id }))
    for (const who of [guest, author, moderator]) refused(await quote(posts[1]!, who), 404, 'post not found')
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    refused(await quote(posts[0]!, author), 404, 'post not found')
    refused(await quote({ id: nobody }), 404, 'post not found')
  })
})
