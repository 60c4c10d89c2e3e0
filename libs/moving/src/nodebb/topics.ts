import { partsOf } from '@agora/shared/collections/parts'
import type { LineOf } from '../format/lines.ts'
import type { Keyspace } from './keyspace.ts'
import type { People } from './people.ts'
import { versionsOf } from './revisions.ts'
import type { Sections } from './sections.ts'
import { type Hash, isLocalId, isSet, numberOf, textOf, timeOf } from './values.ts'

const TOPICS_AT_ONCE = 100
const POSTS_AT_ONCE = 500
const MAX_TITLE = 512

type TopicLine = LineOf<'user'> | LineOf<'thread'> | LineOf<'post'> | LineOf<'edit'>

/** Topics by creation, each with its posts; an author without an account precedes them. */
export async function* readTopics(
  keys: Keyspace,
  sections: Sections,
  people: People,
): AsyncGenerator<TopicLine> {
  const [all = []] = await keys.sorted(['topics:tid'])
  for (const page of partsOf(
    all.filter(({ value }) => isLocalId(value)),
    { count: TOPICS_AT_ONCE },
  )) {
    const tids = page.map(({ value }) => value)
    const topics = await keys.hashes(tids.map((tid) => `topic:${tid}`))
    const replies = await keys.sorted(tids.map((tid) => `tid:${tid}:posts`))
    for (const [index, topic] of topics.entries()) {
      if (!topic) continue
      const tid = tids[index]!
      const pids = replies[index]!.map(({ value }) => value).filter(isLocalId)
      const main = textOf(topic, 'mainPid')
      const ordered = isLocalId(main) ? [main, ...pids.filter((pid) => pid !== main)] : pids
      yield* introduceAuthor(people, textOf(topic, 'uid'))
      yield threadLine(tid, topic, sections, people)
      for (const some of partsOf(ordered, { count: POSTS_AT_ONCE })) yield* readPosts(keys, tid, some, people)
    }
  }
}

function* introduceAuthor(people: People, uid: string): Generator<LineOf<'user'>> {
  const { line } = people.author(uid)
  if (line) yield line
}

const authorOf = (people: People, uid: string) => people.author(uid).id

function threadLine(tid: string, topic: Hash, sections: Sections, people: People): LineOf<'thread'> {
  return {
    type: 'thread',
    id: tid,
    section: sections.ofTopics(textOf(topic, 'cid')),
    title: [...textOf(topic, 'title')].slice(0, MAX_TITLE).join('') || `Topic ${tid}`,
    author: authorOf(people, textOf(topic, 'uid')),
    created_at: timeOf(numberOf(topic, 'timestamp')),
    is_pinned: isSet(topic, 'pinned'),
    is_locked: isSet(topic, 'locked'),
    is_deleted: isSet(topic, 'deleted'),
  }
}

async function* readPosts(
  keys: Keyspace,
  tid: string,
  pids: readonly string[],
  people: People,
): AsyncGenerator<TopicLine> {
  const posts = await keys.hashes(pids.map((pid) => `post:${pid}`))
  for (const [index, post] of posts.entries()) {
    if (!post) continue
    const pid = pids[index]!
    yield* introduceAuthor(people, textOf(post, 'uid'))
    const [first, ...edits] = await versionsOf(keys, pid, post)
    yield postLine(tid, pid, post, first!.body, people)
    for (const [place, { body, edit }] of edits.entries()) {
      yield* introduceAuthor(people, edit!.uid)
      yield editLine(pid, place + 1, people, textOf(post, 'uid'), { body, uid: edit!.uid, ms: edit!.ms })
    }
    if (!isSet(post, 'deleted')) continue
    const uid = textOf(post, 'deleterUid') || textOf(post, 'uid')
    yield* introduceAuthor(people, uid)
    // The time of the deletion is not stored: it was not before anything else that happened to the post.
    const ms = edits.at(-1)?.edit?.ms ?? numberOf(post, 'timestamp')
    yield editLine(pid, edits.length + 1, people, textOf(post, 'uid'), { body: null, uid, ms })
  }
}

function postLine(tid: string, pid: string, post: Hash, body: string, people: People): LineOf<'post'> {
  const [up, down] = [numberOf(post, 'upvotes'), numberOf(post, 'downvotes')]
  return {
    type: 'post',
    id: pid,
    thread: tid,
    author: authorOf(people, textOf(post, 'uid')),
    created_at: timeOf(numberOf(post, 'timestamp')),
    format: 'markdown',
    body,
    ...(up + down > 0 ? { votes: { up, down } } : {}),
  }
}

const editLine = (
  pid: string,
  number: number,
  people: People,
  authorUid: string,
  { body, uid, ms }: { body: string | null; uid: string; ms: number },
): LineOf<'edit'> => ({
  type: 'edit',
  post: pid,
  number,
  author: authorOf(people, uid),
  as_role: uid !== authorUid,
  time: timeOf(ms),
  format: 'markdown',
  body,
})
