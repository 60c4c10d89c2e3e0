import { newId } from '@agora/shared/contracts/ids'
import {
  administrator,
  client,
  type Forum,
  guest,
  newUser,
  ok,
  type User,
  underToken,
  type Who,
} from './forum.ts'
import { sanctionBody, sectionRef, userRef } from './moderation.ts'

/** Stands in every title, body and name of what is closed, and nowhere else. */
export const SECRET = 'pompelmoes'

/** What one closed section holds, by the names of paths' parameters. */
export interface Closed {
  section: { id: string; key: string }
  thread: { id: string }
  /** A thread that was moved into it from an open section. */
  moved: { id: string }
  from: { id: string; key: string }
  post: { id: string }
  report: { id: string }
  sanction: { id: string }
  author: User
  picture: { id: string }
  /** Ids that no answer to an outsider may have. */
  ids: string[]
}

/**
 * A forum with a section for one group, in which things happened while today's outsiders were let in; then they were
 * shown out.
 */
export async function closedForum(forum: Forum): Promise<{
  closed: Closed
  outsiders: Record<string, Who>
  insiders: Record<string, Who>
}> {
  const [author, member, formerly] = [newUser('Author'), newUser('Member'), newUser('Formerly')]
  const stranger = newUser('Stranger')
  await forum.meet(author, member, formerly, stranger, administrator)
  ok(await forum.put('/groups/table', administrator, { display_name: 'Table' }))
  for (const { id } of [author, member, formerly])
    ok(await forum.put(`/groups/table/members/${id}`, administrator))
  const from = await forum.section()
  // Early in the order, so that a page of any list would have it.
  const section = await forum.section({ display_name: SECRET, order: -5, readers: { groups: ['table'] } })
  // As the media service would have it: its id is shown with the section.
  const picture = { id: newId(), width: 60, height: 40 }
  await forum.rows('UPDATE section SET picture = $1 WHERE id = $2', [JSON.stringify(picture), section.id])
  const moderator = await forum.moderator(section)
  const elsewhere = await forum.moderator(from, 'Elsewhere')
  const global = await forum.globalModerator()

  ok(await forum.put(`/sections/${section.id}/subscription`, formerly, { level: 'Watching' }))
  const thread = await forum.thread(section, author, `About ${SECRET}`, `A ${SECRET}.`)
  ok(await forum.put(`/threads/${thread.id}/subscription`, formerly, { level: 'Watching' }))
  ok(await forum.post(`/threads/${thread.id}/reports`, formerly, { reason: 'Spam' }))
  const post = await forum.reply(thread, formerly, `My ${SECRET}.`)
  ok(await forum.put(`/posts/${post.id}/reactions/heart`, author))
  await forum.reply(thread, author, `@Formerly, a ${SECRET}?`)
  await forum.reply(thread, author, `[quote=Formerly]My ${SECRET}.[/quote] Yes.`)
  const report = ok(await forum.post(`/posts/${post.id}/reports`, author, { reason: 'Spam' }))
  const warning = sanctionBody(userRef(formerly), { section, kind: 'Warning' })
  const sanction = ok(await forum.post('/sanctions', moderator, warning))
  const moved = await forum.thread(from, author, 'To be moved')
  ok(await forum.put(`/threads/${moved.id}/subscription`, formerly, { level: 'Watching' }))
  ok(await forum.post(`/threads/${moved.id}/section`, global, { section: sectionRef(section) }))
  ok(await forum.patch(`/threads/${moved.id}`, moderator, { title: `Moved ${SECRET}` }))
  await forum.reply(moved, author, `There, ${SECRET}.`)
  await forum.told()
  ok(await forum.delete(`/groups/table/members/${formerly.id}`, administrator))

  return {
    closed: {
      section,
      thread,
      moved,
      from,
      post,
      report,
      sanction,
      author,
      ids: [section.id, section.key, thread.id, post.id, picture.id],
      picture,
    },
    outsiders: {
      guest,
      client,
      stranger,
      formerly,
      elsewhere,
      'member under base': underToken(member, 'base'),
      'moderator under forum:write': underToken(moderator, 'forum:read', 'forum:write'),
      'administrator under forum:write': underToken(administrator, 'forum:read', 'forum:write'),
    },
    insiders: {
      member,
      moderator,
      global,
      administrator,
      'member under forum:read': underToken(member, 'forum:read'),
      'moderator under forum:moderate': underToken(moderator, 'forum:moderate'),
    },
  }
}
