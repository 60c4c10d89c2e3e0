import type { contentEvents } from '@agora/shared/contracts/events/content'
import type { EventOf } from '@agora/shared/contracts/events/event'
import { actionData, type ModerationEntry } from '@agora/shared/contracts/events/moderation'
import { type ShortUser, shortUser } from '@agora/shared/contracts/types'
import type { KnownUser } from '@agora/shared/users/known-users'

/** What receivers are told of one event, whichever channel it goes to: as `contracts/webhook-events` declares it. */
export interface Told {
  /** The event's id: with `source` it is unique. */
  id: string
  type: string
  time: string
  /** What it is about: `threads/ID` or `users/ID`; null for an act without either. */
  subject: string | null
  data: unknown
}

/** The exact text that a receiver gets: a CloudEvent. `source` is the site's URL, `sequence` the delivery's number. */
export const receiverBody = ({ id, type, time, subject, data }: Told, source: string, sequence: string) =>
  JSON.stringify({
    specversion: '1.0',
    id,
    source,
    type,
    ...(subject === null ? {} : { subject }),
    time,
    datacontenttype: 'application/json',
    sequence,
    data,
  })

export const aboutUser = (id: string) => `users/${id}`
export const aboutThread = (id: string) => `threads/${id}`

/** The members named to receivers: for a resolved report only the moderator. */
export const namedIn = ({ actor, action, target_user }: ModerationEntry): string[] =>
  action === 'ResolveReport' || target_user === null ? [actor] : [actor, target_user]

export type Names = ReadonlyMap<string, KnownUser>
const named = (id: string, names: Names): ShortUser =>
  shortUser({ id, displayName: names.get(id)?.displayName ?? '' })

/**
 * The log entry, reduced to an allow-list of fields: moderators' notes and reporters stay private. Its type is the first
 * version's, whose payload contains members' names.
 */
export function moderationTold(
  event: { id: string; time: string },
  entry: ModerationEntry,
  names: Names,
): Told {
  const details = entry.data as Record<string, unknown>
  const target = namedIn(entry)[1]
  return {
    id: event.id,
    type: `agora.moderation.${entry.action}.v1`,
    time: event.time,
    subject: entry.thread !== null ? aboutThread(entry.thread) : target ? aboutUser(target) : null,
    data: {
      id: entry.id,
      ctime: entry.ctime,
      actor: named(entry.actor, names),
      action: entry.action,
      section: entry.section,
      thread: entry.thread,
      post: entry.post,
      target_user: target === undefined ? null : named(target, names),
      data: Object.fromEntries(
        Object.keys(actionData[entry.action].properties).map((field) => [field, details[field]]),
      ),
    },
  }
}

export type ContentEvent = EventOf<(typeof contentEvents)[keyof typeof contentEvents]>

/** What everybody may read of it: where it happened, a thread's title, and who wrote. The texts are left to be fetched. */
export function contentTold({ id, type, time, data }: ContentEvent, sectionKey: string, names: Names): Told {
  const { section, thread } = data
  return {
    id,
    type: type.replace(/\.v1$/, ''),
    time,
    subject: aboutThread(thread),
    data: {
      section: { type: 'ForumSection', id: section, key: sectionKey },
      thread: { type: 'ForumThread', id: thread, ...('title' in data && { title: data.title }) },
      ...('post' in data && { post: { type: 'ForumPost', id: data.post } }),
      ...('author' in data && { author: named(data.author, names) }),
    },
  }
}
