import type { EventDefinition, EventOf } from '@agora/shared/contracts/events/event'
import { type ModerationEntry, moderationEvents } from '@agora/shared/contracts/events/moderation'
import type { TObject } from 'typebox'

export type ModerationEvent = EventOf<(typeof moderationEvents)[keyof typeof moderationEvents]>

/** The fields that an action adds to its log entry. */
function dataFieldsOf(action: ModerationEntry['action']): string[] {
  const definition: EventDefinition = moderationEvents[action]
  const entry = definition.data as TObject
  return Object.keys((entry.properties.data as TObject).properties)
}

/**
 * The text that receivers get: the CloudEvent with an allow-list of its fields. The moderators' comment and notes stay
 * inside, and so does whoever reported: of a resolved report nobody but the moderator is named.
 */
export function receiverBody({
  specversion,
  id,
  source,
  type,
  time,
  datacontenttype,
  data,
}: ModerationEvent): string {
  const { action } = data
  const details = data.data as Record<string, unknown>
  return JSON.stringify({
    specversion,
    id,
    source,
    type,
    time,
    datacontenttype,
    data: {
      id: data.id,
      ctime: data.ctime,
      actor: data.actor,
      action,
      section: data.section,
      thread: data.thread,
      post: data.post,
      target_user: action === 'ResolveReport' ? null : data.target_user,
      data: Object.fromEntries(dataFieldsOf(action).map((field) => [field, details[field]])),
    },
  })
}
