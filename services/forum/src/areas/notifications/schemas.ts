import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { described, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { PostHead } from '../../heads/post.ts'
import { SectionHead } from '../../heads/section.ts'
import { ThreadName } from '../../heads/thread.ts'
import { orNull } from '../../schemas.ts'

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
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Counts stop here, which bounds their cost. */
export const MOST_COUNTED = 1_000

export const NotificationQuery = Type.Object({
  unread: Type.Boolean({ default: false, description: 'Only unread ones.' }),
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
    description: `The number of unread replies to the thread, at most ${MOST_COUNTED}; else 1.`,
  }),
  actor: orNull(ShortUser, 'The author of the post or the act; null for a resolved report.'),
  section: orNull(SectionHead, 'Where it happened.'),
  thread: orNull(ThreadName, 'The thread that it is about.'),
  post: orNull(PostHead, 'The post that it is about; for several replies, the first unread one.'),
  report: orNull(reference('ForumReport', 'The report.')),
  sanction: orNull(reference('ForumSanction', 'The sanction.')),
  role: orNull(Type.String(), 'The role.'),
})
export type Notification = Static<typeof Notification>

export const Notifications = Type.Object({
  ...listing(Notification).properties,
  count: Type.Integer({ description: `Their total number, at most ${MOST_COUNTED}.` }),
})
export type Notifications = Static<typeof Notifications>

export const UnreadNotifications = Type.Object({
  unread: Type.Integer({ description: `The number of unread ones, at most ${MOST_COUNTED}.` }),
})
export type UnreadNotifications = Static<typeof UnreadNotifications>

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

export const NotificationSettings = Type.Object({ auto_watch: autoWatch, email })
export type NotificationSettings = Static<typeof NotificationSettings>

export const NotificationSettingsPatch = Type.Object(
  { auto_watch: Type.Optional(autoWatch), email: Type.Optional(email) },
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
