import type { Schemas } from './types.ts'

type Notification = Schemas['ForumNotification']
type Kind = Notification['kind']
/** The resources that a notification of a kind is about: there, where of others they may be null. */
type Told = {
  Reply: 'actor' | 'section' | 'thread' | 'post'
  NewThread: 'actor' | 'section' | 'thread' | 'post'
  Mention: 'actor' | 'section' | 'thread' | 'post'
  Quote: 'actor' | 'section' | 'thread' | 'post'
  ReportResolved: 'report'
  Sanctioned: 'sanction'
  SanctionLifted: 'sanction'
  RoleGranted: 'role'
  RoleRevoked: 'role'
}

/** A notification of one kind. */
export type NotificationOf<One extends Kind> = Omit<Notification, 'kind' | Told[One]> & { kind: One } & {
  [Key in Told[One]]: NonNullable<Notification[Key]>
}

/** What was missed can no longer be told: all is to be read anew. Then the stream goes on. */
export interface Reset {
  id: string
  event: 'reset'
  data: Record<string, never>
}

/** What a member is told; `event` tells which. */
export type NotificationEvent =
  | { [One in Kind]: { id: string; event: One; data: NotificationOf<One> } }[Kind]
  | Reset

type ReportAct = 'ReportCreated' | 'ReportAssigned' | 'ReportResolved'
type LoggedAct = Exclude<Schemas['ForumModerationEvent']['action'], 'ResolveReport'>

/** The ids of what an act is about, as far as there are any. */
export interface ModerationIds {
  section?: string
  thread?: string
  post?: string
  report?: string
}

/** What happens to reports, or a moderator does; `event` tells which. */
export type ModerationEvent =
  | { [One in ReportAct]: { id: string; event: One; data: ModerationIds & { report: string } } }[ReportAct]
  | { [One in LoggedAct]: { id: string; event: One; data: ModerationIds } }[LoggedAct]
  | Reset
