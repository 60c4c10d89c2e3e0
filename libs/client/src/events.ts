import type { Schemas } from './types.ts'

type Notification = Schemas['ForumNotification']
type Kind = Notification['kind']
/** The resources that a notification of a kind always has; in others they may be null. */
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
  PostHidden: 'section'
  ReportWaiting: 'section' | 'report'
  Reaction: 'actor' | 'section' | 'thread' | 'post'
}

/** A notification of one kind. */
export type NotificationOf<One extends Kind> = Omit<Notification, 'kind' | Told[One]> & { kind: One } & {
  [Key in Told[One]]: NonNullable<Notification[Key]>
}

/** Events were missed and can no longer be sent: read everything again. The stream continues. */
export interface Reset {
  id: string
  event: 'reset'
  data: Record<string, never>
}

/** A member's notification; `event` says of what kind. */
export type NotificationEvent =
  | { [One in Kind]: { id: string; event: One; data: NotificationOf<One> } }[Kind]
  | Reset

type ReportAct = 'ReportCreated' | 'ReportAssigned' | 'ReportResolved'
type LoggedAct = Exclude<Schemas['ForumModerationEvent']['action'], 'ResolveReport'>

/** The ids that apply to an act. */
export interface ModerationIds {
  section?: string
  thread?: string
  post?: string
  report?: string
}

/** An event about a report, or a moderator's act; `event` says which. */
export type ModerationEvent =
  | { [One in ReportAct]: { id: string; event: One; data: ModerationIds & { report: string } } }[ReportAct]
  | { [One in LoggedAct]: { id: string; event: One; data: ModerationIds } }[LoggedAct]
  | Reset
