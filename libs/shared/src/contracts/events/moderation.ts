import { type Static, type TSchema, Type } from 'typebox'
import { nullable, ShortUser, Timestamp, Uuid } from '../types.ts'
import { defineEvent, type EventDefinition, type EventDraft } from './event.ts'

/** What an action adds to its log entry. */
const actionData = {
  LockThread: Type.Object({ is_locked: Type.Boolean() }),
  UnlockThread: Type.Object({ is_locked: Type.Boolean() }),
  PinThread: Type.Object({ is_pinned: Type.Boolean() }),
  UnpinThread: Type.Object({ is_pinned: Type.Boolean() }),
  MoveThread: Type.Object({ from_section: Uuid, to_section: Uuid }),
  RenameThread: Type.Object({ title: Type.String() }),
  DeleteThread: Type.Object({}),
  RestoreThread: Type.Object({}),
  DeletePost: Type.Object({}),
  EditPost: Type.Object({}),
  GrantRole: Type.Object({ role: Type.String() }),
  RevokeRole: Type.Object({ role: Type.String() }),
  CreateSanction: Type.Object({ sanction: Uuid, kind: Type.String(), expires_at: nullable(Timestamp) }),
  DeleteSanction: Type.Object({ sanction: Uuid, kind: Type.String(), expires_at: nullable(Timestamp) }),
  ResolveReport: Type.Object({ report: Uuid, status: Type.String() }),
} as const

export type ModerationAction = keyof typeof actionData
export const moderationActions = Object.keys(actionData) as ModerationAction[]

/** An entry of the moderation log. `section` is null for site-wide acts; of a move it is the source. */
const logEntry = <Action extends ModerationAction, Data extends TSchema>(action: Action, data: Data) =>
  Type.Object({
    id: Uuid,
    ctime: Timestamp,
    actor: ShortUser,
    action: Type.Literal(action),
    section: nullable(Uuid),
    thread: nullable(Uuid),
    post: nullable(Uuid),
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

type ModerationEvents = {
  [Action in ModerationAction]: EventDefinition<
    `agora.moderation.${Action}.v1`,
    ReturnType<typeof logEntry<Action, (typeof actionData)[Action]>>
  >
}

/** One event per action of the log. */
export const moderationEvents = Object.fromEntries(
  moderationActions.map((action) => [
    action,
    defineEvent({
      type: `agora.moderation.${action}.v1`,
      data: logEntry(action, actionData[action]),
      subject: (entry) => `moderation.${entry.section ?? 'site'}.${entry.action}`,
      key: keyOf,
    }),
  ]),
) as unknown as ModerationEvents

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

/** What happens to reports besides what the log has a word for; told to moderators alone. */
export const reportEvents = {
  ReportCreated: reportEvent('ReportCreated'),
  ReportAssigned: reportEvent('ReportAssigned'),
} as const

export type ModerationEntry = {
  [Action in ModerationAction]: Static<ModerationEvents[Action]['data']>
}[ModerationAction]

/** The event of a log entry, to be appended in the entry's own transaction. */
export function moderationEvent(entry: ModerationEntry): EventDraft {
  const definition = moderationEvents[entry.action] as { of(data: ModerationEntry): EventDraft }
  return definition.of(entry)
}
