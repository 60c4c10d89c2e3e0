import { type Forum, newUser, ok, type User } from './forum.ts'
import { reportThread, sanction, sectionRef, short, userRef } from './moderation.ts'

/** The expected log entry of an act; `id` and `ctime` are its own. */
export interface ExpectedEntry {
  action: string
  actor: object
  section: string | null
  thread: string | null
  post: string | null
  target_user: object | null
  comment: string | null
  data: object
}

export interface Acts {
  section: { id: string }
  moderator: User
  /** In the order of the acts. */
  entries: ExpectedEntry[]
}

/**
 * Makes a moderator of a section of its own do everything that is logged there, along with acts that change nothing or
 * are not moderation.
 */
export async function everyActIn(forum: Forum, administrator: User): Promise<Acts> {
  const [section, other] = [await forum.section(), await forum.section()]
  const [author, moderator] = [newUser('Author'), newUser('Moderator')]
  await forum.meet(author, moderator)
  const entries: ExpectedEntry[] = []
  const expected = (action: string, data: object, over: Partial<ExpectedEntry> = {}) => {
    const nothing = { thread: null, post: null, target_user: null, comment: null }
    entries.push({ action, actor: short(moderator), section: section.id, ...nothing, data, ...over })
  }
  const byAdministrator = { actor: short(administrator), target_user: short(moderator) }

  const grants = `/sections/${section.id}/role_grants`
  for (let twice = 0; twice < 2; twice += 1) ok(await forum.post(grants, administrator, userRef(moderator)))
  expected('GrantRole', { role: 'Moderator' }, byAdministrator)

  const { thread, post, report } = await reportThread(forum, section, author, moderator)
  const path = `/threads/${thread.id}`
  const on = { thread: thread.id }
  const patch = { title: 'Renamed', is_pinned: true, is_locked: true }
  for (let twice = 0; twice < 2; twice += 1) ok(await forum.patch(path, moderator, patch))
  expected('RenameThread', { title: 'Renamed' }, on)
  expected('PinThread', { is_pinned: true }, on)
  expected('LockThread', { is_locked: true }, on)
  ok(await forum.patch(path, moderator, { is_pinned: false, is_locked: false }))
  expected('UnpinThread', { is_pinned: false }, on)
  expected('UnlockThread', { is_locked: false }, on)

  const edit = (who: User, last: string) =>
    forum.patch(`/posts/${post.id}`, who, { last_revision_id: last, content: 'New', comment: 'Why' })
  const corrected = ok(await edit(author, post.revisions.last.id))
  const rewritten = ok(await edit(moderator, corrected.revisions.items.at(-1).id))
  const onPost = { ...on, post: post.id, target_user: short(author) }
  expected('EditPost', {}, { ...onPost, comment: 'Why' })
  const deletion = { last_revision_id: rewritten.revisions.items.at(-1).id, comment: 'Gone' }
  ok(await forum.delete(`/posts/${post.id}`, moderator, deletion))
  expected('DeletePost', {}, { ...onPost, comment: 'Gone' })

  const resolution = { status: 'Accepted', note: 'Right' }
  ok(await forum.post(`/reports/${report.id}/resolution`, moderator, resolution))
  expected('ResolveReport', { report: report.id, status: 'Accepted' }, { ...on, comment: 'Right' })

  ok(await forum.delete(path, moderator, { comment: 'Off' }))
  expected('DeleteThread', {}, { ...on, comment: 'Off' })
  ok(await forum.post(`${path}/restore`, moderator))
  expected('RestoreThread', {}, on)

  const expires = new Date(Date.now() + 3_600_000).toISOString()
  const mute = await sanction(forum, author, { section, expires_at: expires }, moderator)
  const data = { sanction: mute.id, kind: 'Mute', expires_at: expires }
  expected('CreateSanction', data, { target_user: short(author) })
  ok(await forum.delete(`/sanctions/${mute.id}`, moderator))
  expected('DeleteSanction', data, { target_user: short(author) })

  // Refused acts are not logged.
  await forum.delete(`/sanctions/${mute.id}`, moderator)
  await forum.post(`/reports/${report.id}/resolution`, moderator, resolution)
  await forum.post(`${path}/section`, moderator, { section: sectionRef(other) })
  for (const to of [section, other]) {
    ok(await forum.post(`${path}/section`, administrator, { section: sectionRef(to) }))
  }
  const move = { from_section: section.id, to_section: other.id }
  expected('MoveThread', move, { ...on, actor: short(administrator) })

  for (let twice = 0; twice < 2; twice += 1) ok(await forum.delete(grants, administrator, userRef(moderator)))
  expected('RevokeRole', { role: 'Moderator' }, byAdministrator)
  return { section, moderator, entries }
}
