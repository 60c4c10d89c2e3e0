import { type Static, type TSchema, Type } from 'typebox'
import { threadMarks } from '../thread-marks.ts'
import { described, nullable, ShortUser, Timestamp, Uuid } from '../types.ts'
import { defineEvent, type EventDefinition, type EventDraft } from './event.ts'

const sanctionData = Type.Object({
  sanction: described(Uuid, 'The sanction’s id.'),
  kind: Type.String({ description: '`Warning` or `Mute`.' }),
  expires_at: nullable(Timestamp, 'When it ends; null for one that does not.'),
})
const roleData = Type.Object({ role: Type.String({ description: 'The role’s name.' }) })
const { is_pinned, is_locked } = threadMarks
const pinData = Type.Object({ is_pinned })
const lockData = Type.Object({ is_locked })

/** What an action adds to its log entry. */
export const actionData = {
  LockThread: lockData,
  UnlockThread: lockData,
  PinThread: pinData,
  UnpinThread: pinData,
  MoveThread: Type.Object({
    from_section: described(Uuid, 'Id of the section that it left.'),
    to_section: described(Uuid, 'Id of the section where it is now.'),
  }),
  RenameThread: Type.Object({ title: Type.String({ description: 'The new title.' }) }),
  DeleteThread: Type.Object({}),
  RestoreThread: Type.Object({}),
  DeletePost: Type.Object({}),
  EditPost: Type.Object({}),
  GrantRole: roleData,
  RevokeRole: roleData,
  CreateSanction: sanctionData,
  DeleteSanction: sanctionData,
  ResolveReport: Type.Object({
    report: described(Uuid, 'The report’s id.'),
    status: Type.String({ description: '`Accepted` or `Rejected`.' }),
  }),
} as const

export type ModerationAction = keyof typeof actionData
export const moderationActions = Object.keys(actionData) as ModerationAction[]

/** The keys of the sections that it names and not everybody may read; absent where everybody may read them. */
export const Closed = Type.Optional(Type.Array(Type.String()))

const head = <Action extends ModerationAction>(action: Action) => ({
  id: Uuid,
  ctime: Timestamp,
  action: Type.Literal(action),
  section: nullable(Uuid),
  thread: nullable(Uuid),
  post: nullable(Uuid),
})

/**
 * An entry of the moderation log, members by their ids alone, since streams keep events. `section` is null for site-wide
 * acts; of a move it is the source.
 */
const logEntry = <Action extends ModerationAction, Data extends TSchema>(action: Action, data: Data) =>
  Type.Object({ ...head(action), actor: Uuid, target_user: nullable(Uuid), data, closed: Closed })

/** The entry as earlier releases publish it. */
const logEntryV1 = <Action extends ModerationAction, Data extends TSchema>(action: Action, data: Data) =>
  Type.Object({
    ...head(action),
    actor: ShortUser,
    target_user: nullable(ShortUser),
    comment: nullable(Type.String()),
    data,
  })

interface LogHead {
  action: ModerationAction
  section: string | null
}

/** A section's events keep the order of its acts, and so do those of the whole site. */
const keyOf = ({ section }: Pick<LogHead, 'section'>) => section ?? 'site'

const definition = <const Name extends string, Data extends TSchema>(type: Name, data: Data) =>
  defineEvent({
    type,
    data,
    subject: (entry) => {
      const { section, action } = entry as LogHead
      return `moderation.${section ?? 'site'}.${action}`
    },
    key: (entry) => keyOf(entry as LogHead),
  })

type Events<Version extends string, Entry extends Record<ModerationAction, TSchema>> = {
  [Action in ModerationAction]: EventDefinition<`agora.moderation.${Action}.${Version}`, Entry[Action]>
}

/** One event per action of the log. */
export const moderationEvents = Object.fromEntries(
  moderationActions.map((action) => [
    action,
    definition(`agora.moderation.${action}.v2`, logEntry(action, actionData[action])),
  ]),
) as unknown as Events<
  'v2',
  { [Action in ModerationAction]: ReturnType<typeof logEntry<Action, (typeof actionData)[Action]>> }
>

/** Read, never written: streams may still hold them. */
export const moderationEventsV1 = Object.fromEntries(
  moderationActions.map((action) => [
    action,
    definition(`agora.moderation.${action}.v1`, logEntryV1(action, actionData[action])),
  ]),
) as unknown as Events<
  'v1',
  { [Action in ModerationAction]: ReturnType<typeof logEntryV1<Action, (typeof actionData)[Action]>> }
>

const reportData = Type.Object({
  report: Uuid,
  section: Uuid,
  thread: Uuid,
  post: nullable(Uuid),
})

const reportEvent = <const Name extends string>(name: Name) =>
  defineEvent({
    type: `agora.moderation.${name}.v1`,
    data: reportData,
    subject: ({ section }) => `moderation.${section}.${name}`,
    key: keyOf,
  })

/** What happens to reports and is not logged; only moderators receive it. */
export const reportEvents = {
  ReportCreated: reportEvent('ReportCreated'),
  ReportAssigned: reportEvent('ReportAssigned'),
} as const

export type ModerationEntry = {
  [Action in ModerationAction]: Static<(typeof moderationEvents)[Action]['data']>
}[ModerationAction]
type ModerationEntryV1 = {
  [Action in ModerationAction]: Static<(typeof moderationEventsV1)[Action]['data']>
}[ModerationAction]

/** The log entry in an event of either version. */
export function entryOf(data: ModerationEntry | ModerationEntryV1): ModerationEntry {
  if (!('comment' in data)) return data
  const { comment: _, actor, target_user, ...entry } = data
  return { ...entry, actor: actor.id, target_user: target_user?.id ?? null } as ModerationEntry
}

/** The event of a log entry, to be appended in the entry's own transaction. */
export function moderationEvent(entry: ModerationEntry): EventDraft {
  const definition = moderationEvents[entry.action] as { of(data: ModerationEntry): EventDraft }
  return definition.of(entry)
}
