import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  Forum,
  guest,
  newUser,
  ok,
  refused,
  type User,
  underToken,
  unresolvable,
  type Who,
} from './helpers/forum.ts'

let forum: Forum
let section: { id: string; key: string }
let moderator: User
const author = newUser('Author')
const member = newUser('Member')
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  moderator = await forum.moderator(section)
})
afterAll(() => forum.close())

const unknown = '01890000-0000-7000-8000-000000000000'
const cannotUpdate = 'current actor does not have the permission to update this post'
const cannotHide = 'current actor does not have the permission to hide this post'
const cannotReadSource = 'current actor does not have the permission to read the source of this post'

const user = ({ id, displayName }: User) => ({
  type: 'User',
  id,
  display_name: { current: { value: displayName } },
})

/** A thread with one reply by the author; returns the reply. */
async function reply(body = 'A reply.') {
  const thread = await forum.thread(section, member)
  return { thread, post: await forum.reply(thread, author, body) }
}

interface Post {
  id: string
  revisions: { last: { id: string } }
}

const edit = (post: Post, who: Who, body: object) =>
  forum.patch(`/posts/${post.id}`, who, { last_revision_id: post.revisions.last.id, comment: null, ...body })
const hide = (post: Post, who: Who, body: object = {}) =>
  forum.delete(`/posts/${post.id}`, who, { last_revision_id: post.revisions.last.id, ...body })

const logOf = (postId: string) =>
  forum.rows(
    'SELECT action, data, comment, section_id, thread_id, actor_id, target_user_id FROM moderation_entry WHERE post_id = $1 ORDER BY ctime, id',
    [postId],
  )

describe('getPost', () => {
  it('returns the post with a page of revisions and its thread, to the last key', async () => {
    const { thread, post } = await reply()
    expect(ok(await forum.get(`/posts/${post.id}`))).toEqual({
      type: 'ForumPost',
      id: post.id,
      ctime: post.ctime,
      author: { type: 'UserForumActor', user: user(author) },
      revisions: { offset: 0, limit: 10, count: 1, items: [post.revisions.last] },
      thread: {
        type: 'ForumThread',
        id: thread.id,
        key: null,
        title: thread.title,
        ctime: thread.ctime,
        is_pinned: false,
        is_locked: false,
        posts: { count: 2 },
        section: {
          type: 'ForumSection',
          id: section.id,
          key: section.key,
          display_name: expect.any(String),
        },
      },
      self: { can_edit: false, can_delete: false, can_report: false },
    })
  })

  it('answers 404 for references that name nothing', async () => {
    for (const ref of [unknown, 'nothing', '%00', '1']) {
      refused(await forum.get(`/posts/${ref}`), 404, 'post not found')
      refused(await forum.get(`/posts/${ref}/source`, administrator), 404, 'post not found')
      const body = { last_revision_id: unknown, comment: null }
      refused(await forum.patch(`/posts/${ref}`, administrator, body), 404, 'post not found')
    }
  })
})

describe('updatePost by the author', () => {
  it('writes a revision that all read from then on', async () => {
    const { post } = await reply()
    const edited = ok(await edit(post, author, { content: '_new_', comment: 'typo' }))
    expect(edited).toMatchObject({
      revisions: {
        count: 2,
        items: [
          post.revisions.last,
          {
            type: 'ForumPostRevision',
            author: { type: 'UserForumActor', user: user(author) },
            content: { html: '<em>new</em>' },
            moderation: null,
            comment: 'typo',
          },
        ],
      },
      self: { can_edit: true },
    })
    const { posts } = ok(await forum.get(`/threads/${edited.thread.id}`))
    expect(posts.items[1].revisions).toEqual({ count: 2, last: edited.revisions.items[1] })
    expect(await logOf(post.id)).toEqual([])
    const page = ok(await forum.get(`/posts/${post.id}?offset=1&limit=5`))
    expect(page.revisions).toEqual({ offset: 1, limit: 5, count: 2, items: [edited.revisions.items[1]] })
  })

  it('leaves an absent body unchanged', async () => {
    const { post } = await reply('Stays')
    expect(ok(await edit(post, author, { comment: 'nothing' })).revisions.items[1]).toMatchObject({
      content: { html: 'Stays' },
      moderation: null,
      comment: 'nothing',
    })
  })

  it('is refused based on a revision that is no longer the last', async () => {
    const { post } = await reply()
    ok(await edit(post, author, { content: 'Second' }))
    refused(await edit(post, author, { content: 'Third' }), 403, cannotUpdate)
    refused(await edit(post, administrator, { content: 'Third' }), 403, cannotUpdate)
    refused(await edit({ ...post, revisions: { last: { id: unknown } } }, author, {}), 403, cannotUpdate)
  })

  it('accepts the revision’s id in any letter case', async () => {
    const { post } = await reply()
    const last = post.revisions.last.id.toUpperCase()
    ok(await edit(post, author, { last_revision_id: last, content: 'Edited' }))
  })

  it('is refused once a reply has superseded the post', async () => {
    const { thread, post } = await reply()
    await forum.reply(thread, member)
    refused(await edit(post, author, { content: 'Late' }), 403, cannotUpdate)
    expect(ok(await forum.get(`/posts/${post.id}`, author)).self.can_edit).toBe(false)
  })

  it('still corrects the last post of a locked thread', async () => {
    const { thread, post } = await reply()
    ok(await forum.patch(`/threads/${thread.id}`, moderator, { is_locked: true }))
    ok(await edit(post, author, { content: 'Corrected' }))
  })

  it('may neither hide the body nor write a moderation note', async () => {
    const { post } = await reply()
    refused(await edit(post, author, { content: null }), 403, cannotUpdate)
    refused(await edit(post, author, { content: 'x', moderation: 'note' }), 403, cannotUpdate)
    refused(await hide(post, author), 403, cannotHide)
  })

  it('is refused once a moderator has rewritten the post', async () => {
    const { post } = await reply()
    const rewritten = ok(await edit(post, moderator, { content: 'Rewritten' }))
    expect(ok(await forum.get(`/posts/${post.id}`, author)).self.can_edit).toBe(false)
    const last = rewritten.revisions.items[1]
    refused(await edit({ ...post, revisions: { last } }, author, { content: 'Back' }), 403, cannotUpdate)
  })

  it('refuses invalid markup and malformed bodies', async () => {
    const { post } = await reply()
    refused(await edit(post, author, { content: '[quote]' }), 400, 'failed to parse provided body')
    refused(await edit(post, author, { content: '&'.repeat(65_536) }), 400, 'failed to render provided body')
    for (const body of [
      { comment: undefined },
      { comment: 5 },
      { comment: 'a\0b' },
      { content: 'x'.repeat(65_537) },
      { content: [] },
      { last_revision_id: 'x' },
      { last_revision_id: undefined },
      { moderation: {} },
    ]) {
      expect((await edit(post, author, body)).status, JSON.stringify(body)).toBe(422)
    }
  })
})

describe('updatePost by others', () => {
  it.each<[string, Who]>([
    ['a guest', guest],
    ['unresolvable credentials', unresolvable],
    ['a client', client],
    ['another member', member],
    ['the author under a token that may only read', underToken(author, 'forum:read')],
    ['an administrator under a token to post', underToken(administrator, 'forum:write')],
  ])('refuses %s', async (_, who) => {
    const { post } = await reply()
    refused(await edit(post, who, { content: 'x' }), 403, cannotUpdate)
  })

  it('attributes a moderator’s edit to the role, whose holder only moderators see', async () => {
    const { thread, post } = await reply()
    const edited = ok(await edit(post, moderator, { content: '[mod]Mind the rules[/mod]', comment: 'rules' }))
    const last = edited.revisions.items[1]
    const role = { type: 'RoleForumActor', role: 'Moderator' }
    expect(last.author).toEqual({ ...role, user: user(moderator) })
    expect(last.content.html).toContain('mkt-mod')
    for (const who of [guest, author]) {
      expect(ok(await forum.get(`/posts/${post.id}`, who)).revisions.items[1].author).toEqual(role)
    }
    const entry = {
      section_id: section.id,
      thread_id: thread.id,
      actor_id: moderator.id,
      target_user_id: author.id,
    }
    expect(await logOf(post.id)).toEqual([{ action: 'EditPost', data: {}, comment: 'rules', ...entry }])
  })

  it('lets moderators edit their own posts in their own name, unlogged', async () => {
    const thread = await forum.thread(section, author)
    const post = await forum.reply(thread, moderator)
    await forum.reply(thread, author)
    const edited = ok(await edit(post, moderator, { content: 'Own' }))
    expect(edited.revisions.items[1].author).toEqual({
      type: 'UserForumActor',
      role: 'Moderator',
      user: user(moderator),
    })
    expect(await logOf(post.id)).toEqual([])
  })
})

it('a forum without pictures notes none of which another service would have to be told', async () => {
  const { post } = await reply('![none](media:01890000-0000-7000-8000-000000000000)')
  const hidden = ok(await hide(post, moderator)).revisions.items
  const shown = ok(
    await edit({ ...post, revisions: { last: hidden.at(-1) } }, moderator, { content: 'Again' }),
  )
  expect(shown.revisions.count).toBe(3)
  expect(await forum.rows('SELECT FROM picture_due')).toEqual([])
})

describe('deletePost', () => {
  it('hides the body and all earlier ones behind a note, except from moderators', async () => {
    const secret = 'hidden-secret-text'
    const { thread, post } = await reply(secret)
    const second = ok(await edit(post, author, { content: `${secret} again` })).revisions.items[1]
    const hidden = ok(await hide({ ...post, revisions: { last: second } }, moderator, { comment: 'rude' }))
    expect(hidden.revisions.items[2]).toMatchObject({
      author: { type: 'RoleForumActor', role: 'Moderator', user: user(moderator) },
      content: null,
      moderation: 'rude',
      comment: 'rude',
    })
    expect(hidden.revisions.items[0].content.html).toBe(secret)
    for (const who of [guest, client, author, member, underToken(moderator, 'forum:write')]) {
      const single = ok(await forum.get(`/posts/${post.id}`, who))
      expect(single.revisions.items.map(({ content }: { content: unknown }) => content)).toEqual([
        null,
        null,
        null,
      ])
      expect(single.revisions.items[2].author).toEqual({ type: 'RoleForumActor', role: 'Moderator' })
      for (const path of [
        `/posts/${post.id}`,
        `/posts/${post.id}/source`,
        `/threads/${thread.id}`,
        `/sections/${section.id}`,
      ]) {
        expect((await forum.get(path, who)).text).not.toContain(secret)
      }
    }
    const source = ok(await forum.get(`/posts/${post.id}/source`, moderator))
    expect(source.revisions.items.map(({ content }: { content: unknown }) => content)).toEqual([
      { html: secret, marktwin: secret },
      { html: `${secret} again`, marktwin: `${secret} again` },
      null,
    ])
    const entry = {
      section_id: section.id,
      thread_id: thread.id,
      actor_id: moderator.id,
      target_user_id: author.id,
    }
    expect(await logOf(post.id)).toEqual([{ action: 'DeletePost', data: {}, comment: 'rude', ...entry }])
  })

  it('writes no note without a comment', async () => {
    const { post } = await reply()
    expect(ok(await hide(post, moderator)).revisions.items[1]).toMatchObject({
      content: null,
      moderation: null,
      comment: null,
    })
  })

  it('can be undone by a moderator’s edit', async () => {
    const { post } = await reply()
    const hidden = ok(await hide(post, moderator, { comment: 'rude' }))
    const last = hidden.revisions.items[1]
    const shown = ok(
      await edit({ ...post, revisions: { last } }, moderator, { content: 'Polite', moderation: null }),
    )
    expect(shown.revisions.items[2]).toMatchObject({ content: { html: 'Polite' }, moderation: null })
    expect(ok(await forum.get(`/posts/${post.id}`)).revisions.items[0].content).toEqual({ html: 'A reply.' })
  })

  it('answers every failure with its 403', async () => {
    const { post } = await reply()
    const path = `/posts/${post.id}`
    for (const who of [
      guest,
      unresolvable,
      client,
      author,
      member,
      underToken(administrator, 'forum:write'),
    ]) {
      refused(await hide(post, who), 403, cannotHide)
    }
    const last_revision_id = post.revisions.last.id
    for (const answer of [
      await forum.delete(path, moderator),
      await forum.delete(path, moderator, '{'),
      await forum.delete(path, moderator, []),
      await forum.delete(path, moderator, {}),
      await forum.delete(path, moderator, { last_revision_id: 'x' }),
      await forum.delete(path, moderator, { last_revision_id: unknown }),
      await forum.delete(path, moderator, { last_revision_id, comment: 5 }),
      await forum.delete(path, moderator, { last_revision_id, comment: 'x'.repeat(2_000_000) }),
      await forum.delete(`/posts/${unknown}`, moderator, { last_revision_id }),
      await forum.delete('/posts/nothing', moderator, { last_revision_id }),
    ]) {
      refused(answer, 403, cannotHide)
    }
  })
})

describe('getPostSource', () => {
  it('shows the source only to the author and to moderators', async () => {
    const { post } = await reply('**bold**')
    for (const who of [author, moderator, administrator, underToken(author, 'forum:read')]) {
      const { revisions } = ok(await forum.get(`/posts/${post.id}/source`, who))
      expect(revisions.items[0].content).toEqual({ html: '<strong>bold</strong>', marktwin: '**bold**' })
    }
    const without = [underToken(author, 'base'), underToken(moderator, 'forum:write')]
    for (const who of [guest, unresolvable, client, member, ...without]) {
      refused(await forum.get(`/posts/${post.id}/source`, who), 403, cannotReadSource)
    }
  })
})

describe('has_admin_announcement', () => {
  it('follows the [admin] blocks in the current posts', async () => {
    const own = await forum.section()
    const thread = await forum.thread(own, administrator, 'News', '[admin]Hear[/admin]')
    const announced = async () =>
      ok(await forum.get(`/sections/${own.id}`)).threads.items[0].has_admin_announcement
    expect(await announced()).toBe(true)
    const first = thread.posts.items[0]
    const edited = ok(await edit(first, administrator, { content: 'Quiet' }))
    expect(await announced()).toBe(false)
    const second = await forum.reply(thread, administrator, '[admin]Hear again[/admin]')
    expect(await announced()).toBe(true)
    ok(await edit(second, administrator, { comment: 'unchanged' }))
    expect(await announced()).toBe(true)
    const { revisions } = ok(await forum.get(`/posts/${second.id}`))
    ok(await hide({ ...second, revisions: { last: revisions.items[1] } }, administrator))
    expect(await announced()).toBe(false)
    const last = edited.revisions.items[1]
    ok(await edit({ ...first, revisions: { last } }, administrator, { content: '[admin]Back[/admin]' }))
    expect(await announced()).toBe(true)
  })
})
