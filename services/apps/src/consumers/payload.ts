import type { EventDefinition, EventOf } from '@agora/shared/contracts/events/event'
import {
  type ModerationAction,
  type ModerationEntry,
  moderationEvents,
  type moderationEventsV1,
} from '@agora/shared/contracts/events/moderation'
import { type ShortUser, shortUser } from '@agora/shared/contracts/types'
import type { KnownUser } from '@agora/shared/users/known-users'
import type { TObject } from 'typebox'

type Definitions = typeof moderationEvents | typeof moderationEventsV1
export type ModerationEvent = EventOf<Definitions[keyof Definitions]>

/** The fields that an action adds to its log entry. */
function dataFieldsOf(action: ModerationAction): string[] {
  const definition: EventDefinition = moderationEvents[action]
  const entry = definition.data as TObject
  return Object.keys((entry.properties.data as TObject).properties)
}

/** The event's name for receivers: their payload, which contains members' names, is the first version's. */
export const receivedType = (action: ModerationAction): string => `agora.moderation.${action}.v1`

/** The members named to receivers: for a resolved report only the moderator. */
export const namedIn = ({ actor, action, target_user }: ModerationEntry): string[] =>
  action === 'ResolveReport' || target_user === null ? [actor] : [actor, target_user]

/**
 * The text that receivers get: the CloudEvent, reduced to an allow-list of fields. Moderators' notes and reporters stay
 * private.
 */
export function receiverBody(
  { specversion, id, source, time, datacontenttype }: ModerationEvent,
  entry: ModerationEntry,
  names: ReadonlyMap<string, KnownUser>,
): string {
  const details = entry.data as Record<string, unknown>
  const named = new Set(namedIn(entry))
  const user = (userId: string | null): ShortUser | null =>
    userId === null || !named.has(userId)
      ? null
      : shortUser({ id: userId, displayName: names.get(userId)?.displayName ?? '' })
  return JSON.stringify({
    specversion,
    id,
    source,
    type: receivedType(entry.action),
    time,
    datacontenttype,
    data: {
      id: entry.id,
      ctime: entry.ctime,
      actor: user(entry.actor),
      action: entry.action,
      section: entry.section,
      thread: entry.thread,
      post: entry.post,
      target_user: entry.action === 'ResolveReport' ? null : user(entry.target_user),
      data: Object.fromEntries(dataFieldsOf(entry.action).map((field) => [field, details[field]])),
    },
  })
}
