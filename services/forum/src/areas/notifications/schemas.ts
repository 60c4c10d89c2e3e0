import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { EXCERPT } from '../../bodies/excerpt.ts'
import { PostHead } from '../../resources/post.ts'
import { orNull } from '../../resources/schemas.ts'
import { SectionHead } from '../../resources/section.ts'
import { MAX_COUNTED } from '../../resources/sql.ts'
import { ThreadName } from '../../resources/thread.ts'
import { streamEvent } from '../../streams/schemas.ts'
import { PendingTargets } from '../report-targets/schemas.ts'

const notificationKinds = [
  'Reply',
  'NewThread',
  'Mention',
  'Quote',
  'ReportResolved',
  'Sanctioned',
  'SanctionLifted',
  'RoleGranted',
  'RoleRevoked',
  'PostHidden',
  'ReportWaiting',
  'Reaction',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const NotificationQuery = Type.Object({
  unread: Type.Boolean({ default: false, description: 'Only unread ones.' }),
  include: Type.Optional(Type.Literal('excerpt', { description: '`excerpt` for how the posts begin.' })),
  ...pageQuery(THREADS_PER_PAGE).properties,
})
export type NotificationQuery = Static<typeof NotificationQuery>

const reference = <Name extends string>(type: Name, description: string) =>
  Type.Object({ type: Type.Literal(type), id: described(Uuid, 'Its id.') }, { description })

export const Notification = Type.Object({
  type: Type.Literal('Notification'),
  id: described(Uuid, 'The notification’s id.'),
  kind: Type.Enum([...notificationKinds], { description: 'What it is about.' }),
  time: described(Timestamp, 'When the member was notified; for replies, of the newest.'),
  read_at: orNull(Timestamp, 'When it was read.'),
  count: Type.Integer({
    description: `The number of unread replies to the thread, or of reactions to the post, at most ${MAX_COUNTED}; else 1.`,
  }),
  actor: orNull(
    ShortUser,
    'The author of the post, the last reaction or the act; null for a resolved or waiting report, and for a post that a moderator hid.',
  ),
  section: orNull(SectionHead, 'Where it happened.'),
  thread: orNull(ThreadName, 'The thread that it is about.'),
  post: orNull(PostHead, 'The post that it is about; for several replies, the first unread one.'),
  report: orNull(reference('ForumReport', 'The report.')),
  sanction: orNull(reference('ForumSanction', 'The sanction.')),
  role: orNull(Type.String(), 'The role.'),
  moderation: Type.Optional(
    orNull(Type.String(), 'Only of `PostHidden`, and not in streams: why the post is hidden.'),
  ),
  excerpt: Type.Optional(
    Type.String({
      description: `Only with \`include=excerpt\`, and of a post that is shown: how it begins, as plain text without what its spoilers hide, at most ${EXCERPT} characters.`,
    }),
  ),
})
export type Notification = Static<typeof Notification>

/** A notification that has arrived. */
export const NotificationStreamEvent = streamEvent(
  Notification.properties.kind,
  described(Notification, 'The notification.'),
)

export const Notifications = Type.Object({
  ...listing(Notification).properties,
  count: Type.Integer({ description: `Their total number, at most ${MAX_COUNTED}.` }),
})
export type Notifications = Static<typeof Notifications>

export const UnreadNotifications = Type.Object({
  unread: Type.Integer({ description: `The number of unread notifications, at most ${MAX_COUNTED}.` }),
})
export type UnreadNotifications = Static<typeof UnreadNotifications>

export const NotificationCountQuery = Type.Object({
  include: Type.Optional(
    Type.Literal('reports', {
      description: '`reports` for what waits for the caller as a moderator as well.',
    }),
  ),
})
export type NotificationCountQuery = Static<typeof NotificationCountQuery>

const waits = {
  reports: Type.Optional(
    described(PendingTargets, 'What was reported where the caller may moderate; absent if that is nowhere.'),
  ),
  reads_closed: Type.Boolean({
    description: 'Whether the caller may read a section that not everybody may read.',
  }),
}

export const NotificationCount = Type.Object(
  { ...UnreadNotifications.properties, ...Type.Partial(Type.Object(waits)).properties },
  { description: 'All fields but `unread` are present only with `include=reports`.' },
)
export type NotificationCount = Static<typeof NotificationCount>

/** Included in what pages are made from, since each page of a member shows it. */
export const Waiting = Type.Object(
  { ...UnreadNotifications.properties, ...waits },
  {
    description:
      'What waits for the caller, as `countNotifications` gives it; only where it is included, for whoever may read their own.',
  },
)
export type Waiting = Static<typeof Waiting>

export const NotificationsReadInput = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Uuid, {
        maxItems: 100,
        description: 'Ids of notifications; those that are not the caller’s are ignored.',
      }),
    ),
    until: Type.Optional(described(Uuid, 'Marks this one read, and all below it in the listing.')),
  },
  {
    description: 'Either `ids` or `until`.',
    oneOf: [{ required: ['ids'] }, { required: ['until'] }],
    examples: [
      { ids: ['01890000-0000-7000-8000-000000000001'] },
      { until: '01890000-0000-7000-8000-000000000001' },
    ],
  },
)
export type NotificationsReadInput = Static<typeof NotificationsReadInput>

const emailDigests = ['Never', 'Daily', 'Weekly'] as const

const autoWatch = Type.Boolean({
  description: 'Whether the member watches threads that they open or reply to.',
})
const email = Type.Enum([...emailDigests], {
  description: 'How often unread notifications are mailed to a verified address.',
})

const reports = Type.Enum(['Never', 'Live'], {
  description: 'Whether the caller, who moderates something, is notified of reports that wait.',
})

/** `reports` is of those who moderate something alone. */
export const NotificationSettings = Type.Object({
  auto_watch: autoWatch,
  email,
  reports: Type.Optional(reports),
})
export type NotificationSettings = Static<typeof NotificationSettings>

export const NotificationSettingsPatch = Type.Object(
  { auto_watch: Type.Optional(autoWatch), email: Type.Optional(email), reports: Type.Optional(reports) },
  { examples: [{ email: 'Daily' }, { auto_watch: false }] },
)
export type NotificationSettingsPatch = Static<typeof NotificationSettingsPatch>

export const LanguageHeader = Type.Object({
  'accept-language': Type.Optional(
    Type.String({
      description: 'If `email` is given: digests are in the first of these languages that is available.',
    }),
  ),
})
