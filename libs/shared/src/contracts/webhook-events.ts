import { type TObject, type TSchema, Type } from 'typebox'
import type { contentEvents } from './events/content.ts'
import type { userBanned, userCreated, userErased, userRenamed, userUnbanned } from './events/identity.ts'
import { actionData, type ModerationAction, moderationActions } from './events/moderation.ts'
import { described, nullable, ShortUser, Timestamp, UserReference, Uuid } from './types.ts'

/** What an application is sent of one kind of event: a CloudEvent with this type, subject and data. */
export interface Webhook {
  type: string
  summary: string
  description: string
  subject: { place?: TSchema }
  data: TObject
}

/** The kind of an event of this suite, by which a channel asks for it: its type without prefix and version. */
type KindOf<Definition> = Definition extends { type: `agora.${infer Kind}.v${number}` } ? Kind : never
export type ContentKind = KindOf<(typeof contentEvents)[keyof typeof contentEvents]>
export type MemberKind = KindOf<
  typeof userCreated | typeof userRenamed | typeof userErased | typeof userBanned | typeof userUnbanned
>

const about = (place: 'threads' | 'users' | '(threads|users)', description: string) =>
  Type.String({ pattern: `^${place}/[0-9a-f-]{36}$`, description })
const aboutThread = { place: about('threads', 'The thread: `threads/ID`.') }
const aboutUser = { place: about('users', 'The member: `users/ID`.') }
const aboutEither = {
  place: Type.Optional(
    about('(threads|users)', 'The thread, or else whom it concerns; missing for an act without either.'),
  ),
}

const resource = <const Name extends string>(type: Name, id: string) => ({
  type: Type.Literal(type),
  id: described(Uuid, id),
})
const section = Type.Object(
  {
    ...resource('ForumSection', 'The section’s id.'),
    key: Type.String({ description: 'The section’s handle.' }),
  },
  { description: 'The section where it is.' },
)
const threadHead = resource('ForumThread', 'The thread’s id.')
const thread = Type.Object(threadHead, { description: 'The thread.' })
const post = Type.Object(resource('ForumPost', 'The post’s id.'), { description: 'The post.' })
const titled = Type.Object(
  {
    ...threadHead,
    title: Type.Optional(
      Type.String({ description: 'The title that it was opened with; left out once the thread is deleted.' }),
    ),
  },
  { description: 'The thread.' },
)
const author = described(ShortUser, 'Who wrote it.')

const content = (summary: string, description: string, data: TObject) => ({
  summary,
  description: `${description} Told only where everybody may read it.`,
  subject: aboutThread,
  data,
})
const onThread = Type.Object({ section, thread })
const onPost = Type.Object({ section, thread, post })

const ofContent: Record<ContentKind, Omit<Webhook, 'type'>> = {
  'forum.thread.created': content(
    'A thread was opened',
    'Its first post is told with it and not by itself.',
    Type.Object({
      section,
      thread: titled,
      post: described(post, 'The first post.'),
      author: described(ShortUser, 'Who opened it.'),
    }),
  ),
  'forum.thread.deleted': content('A thread was deleted', 'It can be restored.', onThread),
  'forum.thread.restored': content('A thread was restored', 'It is there again, with its posts.', onThread),
  'forum.post.created': content(
    'A post was written',
    'Its text is not told: fetch the post, as it is by then.',
    Type.Object({ section, thread, post, author }),
  ),
  'forum.post.edited': content('A post was edited', 'By its author or a moderator.', onPost),
  'forum.post.hidden': content('A post was hidden', 'By its author or a moderator.', onPost),
  'forum.post.shown': content('A hidden post is shown again', 'By an edit that gives it a text.', onPost),
}

const user = described(ShortUser, 'The member, by the name that they have now.')
const member = (summary: string, description: string, data: TObject) => ({
  summary,
  description: `${description} Told to official channels only.`,
  subject: aboutUser,
  data,
})

const ofMembers: Record<MemberKind, Omit<Webhook, 'type'>> = {
  'identity.user.created': member(
    'A member registered',
    'How they sign in is not told.',
    Type.Object({ user, created_at: described(Timestamp, 'When the account was made.') }),
  ),
  'identity.user.renamed': member(
    'A member has another name',
    'The display name or the name for signing in changed; the latter is not told.',
    Type.Object({ user }),
  ),
  'identity.user.erased': member(
    'An account was erased',
    'For good: forget what you keep of the member.',
    Type.Object({ user: described(UserReference, 'The member that was.') }),
  ),
  'identity.user.banned': member(
    'A member was banned',
    'The reason is not told.',
    Type.Object({ user, expires_at: nullable(Timestamp, 'When the ban ends; null for one that does not.') }),
  ),
  'identity.user.unbanned': member(
    'A member’s ban was lifted',
    'A ban that ends by itself is not told.',
    Type.Object({ user }),
  ),
}

const acts: Record<ModerationAction, string> = {
  LockThread: 'A thread was closed to new posts',
  UnlockThread: 'A thread was opened to new posts again',
  PinThread: 'A thread was pinned to the top of its section',
  UnpinThread: 'A thread is no longer pinned',
  MoveThread: 'A thread was moved to another section',
  RenameThread: 'A thread was renamed',
  DeleteThread: 'A moderator deleted a thread',
  RestoreThread: 'A moderator restored a thread',
  DeletePost: 'A moderator hid a post',
  EditPost: 'A moderator edited a post',
  GrantRole: 'A role was granted to a member',
  RevokeRole: 'A role was revoked from a member',
  CreateSanction: 'A member was warned or muted',
  DeleteSanction: 'A sanction was lifted',
  ResolveReport: 'A report was resolved',
}

/** A log entry as applications are told it: without comments and notes, nor who reported. */
const act = (action: ModerationAction): Webhook => ({
  type: `agora.moderation.${action}.v1`,
  summary: acts[action],
  description: 'An entry of the moderation log, without the comments and notes of moderators.',
  subject: aboutEither,
  data: Type.Object({
    id: described(Uuid, 'The entry’s id.'),
    ctime: described(Timestamp, 'When it was done.'),
    actor: described(ShortUser, 'Who did it.'),
    action: Type.Literal(action),
    section: nullable(Uuid, 'Id of the section, for a move the source; null for site-wide acts.'),
    thread: nullable(Uuid, 'Id of the thread concerned.'),
    post: nullable(Uuid, 'Id of the post concerned.'),
    target_user: nullable(ShortUser, 'Whom it concerns; for a post, its author. Null for a report.'),
    data: described<TObject>(actionData[action], 'The fields that the action sets.'),
  }),
})

const test: Webhook = {
  type: 'agora.test',
  summary: 'A test',
  description: 'Sent when somebody who runs the application asks for it, whatever the channel asks for.',
  subject: {},
  data: Type.Object({
    app: Type.Object(
      {
        ...resource('App', 'The application’s id.'),
        key: nullable(Type.String(), 'The application’s handle.'),
        display_name: Type.String({ description: 'The application’s name.' }),
      },
      { description: 'Whose channel it is.' },
    ),
    channel: Type.Object(
      {
        id: described(Uuid, 'The channel’s id.'),
        key: Type.String({ description: 'The channel’s handle.' }),
      },
      { description: 'The channel that was tested.' },
    ),
  }),
}

const typed = (kinds: Record<string, Omit<Webhook, 'type'>>) =>
  Object.entries(kinds).map(([kind, told]): [string, Webhook] => [kind, { type: `agora.${kind}`, ...told }])

/** Whatever a channel can ask for, by its kind. */
export const askedWebhooks: Readonly<Record<string, Webhook>> = Object.fromEntries([
  ...moderationActions.map((action): [string, Webhook] => [`moderation.${action}`, act(action)]),
  ...typed(ofContent),
  ...typed(ofMembers),
])

/** Whatever a receiver can get, by its kind. */
export const webhooks: Readonly<Record<string, Webhook>> = { ...askedWebhooks, 'agora.test': test }

/** The whole of what is sent. */
export const webhookBody = ({ type, subject, data }: Webhook) =>
  Type.Object({
    specversion: Type.Literal('1.0'),
    id: described(Uuid, 'The event’s id, together with `source` unique.'),
    source: Type.String({ format: 'http-url', description: 'The site’s URL.' }),
    type: Type.Literal(type),
    ...(subject.place && { subject: subject.place }),
    time: described(Timestamp, 'When it happened.'),
    datacontenttype: Type.Literal('application/json'),
    sequence: Type.String({
      pattern: '^[0-9]{16}$',
      description: 'Its number among the events of the channel, which rises by one with each.',
    }),
    data: described(data, 'What happened.'),
  })
