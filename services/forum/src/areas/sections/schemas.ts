import { Audience } from '@agora/shared/contracts/audience'
import { include } from '@agora/shared/contracts/include'
import { listing, pageQuery, THREADS_PER_PAGE } from '@agora/shared/contracts/pagination'
import { roles } from '@agora/shared/contracts/roles'
import { described, Locale, nullable, ShortUser, Timestamp, text, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { EXCERPT } from '../../bodies/excerpt.ts'
import { PostHead } from '../../resources/post.ts'
import { orNull, PostCount, SectionKey } from '../../resources/schemas.ts'
import { SectionHead } from '../../resources/section.ts'
import { ThreadHead, ThreadName } from '../../resources/thread.ts'
import { Waiting } from '../notifications/schemas.ts'
import { Subscription } from '../subscriptions/schemas.ts'

export const Grammar = Type.Object(
  {
    admin: Type.Boolean({ description: '`[admin]` blocks.' }),
    code: Type.Boolean({ description: '`` `code` `` and fenced code.' }),
    depth: Type.Integer({ description: 'How deep blocks may be nested.' }),
    emphasis: Type.Boolean({ description: '`_emphasis_`.' }),
    icons: Type.Array(Type.String(), { description: 'The keys of `:icon:`.' }),
    links: Type.Array(Type.String(), { description: 'The allowed schemes of `[text](uri)`.' }),
    mod: Type.Boolean({ description: '`[mod]` blocks.' }),
    quote: Type.Boolean({ description: '`[quote]` and `[quote=name]` blocks.' }),
    spoiler: Type.Boolean({ description: '`||spoiler||`.' }),
    strikethrough: Type.Boolean({ description: '`~~strikethrough~~`.' }),
    strong: Type.Boolean({ description: '`**strong**`.' }),
  },
  { description: 'The markup that the caller may use here.' },
)

export interface ParentSection {
  type: 'ForumSection'
  id: string
  key: string
  display_name: string
  locale: string | null
  parent: ParentSection | null
}

/** As deep as the tree: the schema sets no limit. */
export const ParentSection = Type.Unsafe<ParentSection | null>({
  type: ['object', 'null'],
  description: '`{type, id, key, display_name, locale, parent}`, parents up to the root.',
  additionalProperties: true,
})

const head = {
  ...SectionHead.properties,
  ctime: described(Timestamp, 'When it was made.'),
  locale: orNull(Type.String(), 'The language of its posts; null for any.'),
  parent: ParentSection,
  description: Type.Optional(Type.String({ description: 'What it is for; only where that is said.' })),
  colour: Type.Optional(Type.String({ description: 'Of the form `#1d5fa8`; only where it has one.' })),
  picture: Type.Optional(
    Type.Object(
      {
        media: described(Uuid, 'The picture’s id.'),
        width: Type.Integer({ description: 'The width of the variant `full`, in pixels.' }),
        height: Type.Integer({ description: 'The height of the variant `full`, in pixels.' }),
        uri: Type.String({ description: 'The path of the variant `full`.' }),
        thumbnail_uri: Type.String({ description: 'The path of the variant `thumbnail`.' }),
      },
      { description: 'The picture by which the section is shown; absent if there is none.' },
    ),
  ),
  is_archived: Type.Optional(
    Type.Literal(true, { description: 'Closed for good: nobody writes there. Only where it is.' }),
  ),
}

const SectionSelf = Type.Object(
  {
    roles: Type.Array(Type.Enum([...roles]), { description: 'The caller’s roles here.' }),
    grammar: Grammar,
    unread_threads: Type.Integer({ description: 'The number of threads with unread posts, at most 1,000.' }),
    can_create_thread: Type.Boolean({ description: 'Whether the caller may open a thread.' }),
  },
  { description: 'The section from the caller’s point of view.' },
)

/** A section in a listing, as a child, and in a thread. */
export const Section = Type.Object({
  ...head,
  threads: Type.Object(
    { count: Type.Integer({ description: 'Their number.' }) },
    { description: 'The section’s threads.' },
  ),
  self: SectionSelf,
})
export type Section = Static<typeof Section>

/** A thread in a list. */
export const ThreadSummary = Type.Object({
  ...ThreadHead.properties,
  posts: PostCount,
  last_post: described(PostHead, 'The newest post.'),
  has_admin_announcement: Type.Boolean({ description: 'Whether one of its posts has an `[admin]` block.' }),
  self: Type.Object(
    {
      is_unread: Type.Boolean({
        description: 'Whether there are posts by others that the caller has not read.',
      }),
    },
    { description: 'The thread from the caller’s point of view.' },
  ),
  opening: Type.Optional(
    Type.Object(
      {
        post: described(PostHead, 'Its first post.'),
        excerpt: Type.String({
          description: `How that begins, as plain text without what its spoilers hide: at most ${EXCERPT} characters; empty if it is hidden.`,
        }),
      },
      { description: 'How the thread was opened; only with `include=opening`.' },
    ),
  ),
})
export type ThreadSummary = Static<typeof ThreadSummary>

export const SectionQuery = Type.Object({
  ...pageQuery(THREADS_PER_PAGE).properties,
  include: include(
    ['opening', 'subscription', 'waiting'],
    'With who opened each thread and how it begins, the caller’s subscription to the section, what waits for the caller, or several of them, separated by commas.',
  ),
})
export type SectionQuery = Static<typeof SectionQuery>

const RoleGrant = Type.Object({
  role: Type.Enum([...roles], { description: 'The role.' }),
  user: described(ShortUser, 'Who has it.'),
  start_time: described(Timestamp, 'Since when.'),
  granted_by: described(ShortUser, 'Who granted it.'),
})

export const SectionPage = Type.Object({
  ...head,
  threads: described(listing(ThreadSummary), 'A page of its threads: pinned ones, then by latest post.'),
  children: Type.Array(Section, { description: 'The child sections.' }),
  role_grants: Type.Array(RoleGrant, { description: 'The moderators of this section.' }),
  self: SectionSelf,
  subscription: Type.Optional(
    described(
      Subscription,
      'As `getSectionSubscription` gives it; only where it is included, for whoever may read their own.',
    ),
  ),
  waiting: Type.Optional(Waiting),
})
export type SectionPage = Static<typeof SectionPage>

export const SectionListing = listing(Section)
export type SectionListing = Static<typeof SectionListing>

const LastPost = Type.Object({
  post: described(PostHead, 'The post.'),
  thread: described(ThreadName, 'The thread it is in.'),
})
export type LastPost = Static<typeof LastPost>

export const OverviewQuery = Type.Object({ include: include(['waiting'], 'With what waits for the caller.') })
export type OverviewQuery = Static<typeof OverviewQuery>

export const Overview = Type.Object({
  type: Type.Literal('ForumOverview'),
  sections: Type.Array(
    Type.Object({
      ...Section.properties,
      last_post: orNull(LastPost, 'The newest post in it or its descendants; null if there is none.'),
    }),
    { description: 'All sections.' },
  ),
  waiting: Type.Optional(Waiting),
})
export type Overview = Static<typeof Overview>

/** The range of a 32-bit integer. */
const order = { minimum: -2_147_483_648, maximum: 2_147_483_647 }

export const SectionAccess = Type.Object({
  readers: described(Audience, 'Who may read it; to anybody else it does not exist.'),
  writers: described(Audience, 'Who may open threads and reply; everyone is every member.'),
})
export type SectionAccess = Static<typeof SectionAccess>

const face = {
  description: Type.Optional(
    nullable(text(1, 500), 'What it is for; null for nothing, unchanged if omitted.'),
  ),
  colour: Type.Optional(
    nullable(
      Type.String({ pattern: '^#[0-9a-f]{6}$' }),
      'A colour beside its name; null for none, unchanged if omitted.',
    ),
  ),
}

const settings = {
  display_name: described(text(1, 128), 'The section’s name.'),
  locale: Type.Optional(nullable(Locale, 'The language of its posts; null for any.')),
  parent: Type.Optional(described(SectionKey, 'Key of the parent section; omitted for a root.')),
  readers: Type.Optional(
    described(Audience, 'Who may read it, no more than its parent; unchanged if omitted.'),
  ),
  writers: Type.Optional(
    described(Audience, 'Who may write there, no more than in its parent; unchanged if omitted.'),
  ),
}

export const SectionInput = Type.Object(
  {
    key: SectionKey,
    ...settings,
    order: Type.Integer({ ...order, default: 0, description: 'Its position in listings, smallest first.' }),
    ...face,
  },
  { examples: [{ key: 'welcome', display_name: 'Welcome', locale: 'en-US', order: 1 }] },
)
export type SectionInput = Static<typeof SectionInput>

export const SectionSettings = Type.Object(
  {
    ...settings,
    order: Type.Optional(
      Type.Integer({
        ...order,
        description: 'Its position in listings, smallest first; unchanged if omitted, 0 for a new section.',
      }),
    ),
    ...face,
    is_archived: Type.Optional(
      Type.Boolean({
        description:
          'Whether it is closed, with all that is below it; only false where nothing above it is. Unchanged if omitted.',
      }),
    ),
  },
  { examples: [{ display_name: 'Fan art', locale: 'en-US', parent: 'community', order: 3 }] },
)
export type SectionSettings = Static<typeof SectionSettings>

export const SectionPictureInput = Type.Object(
  { media: nullable(Uuid, 'The id of a picture that the caller has sent; null for none.') },
  { examples: [{ media: '01890000-0000-7000-8000-000000000001' }] },
)
export type SectionPictureInput = Static<typeof SectionPictureInput>

/** More than any forum has of one level. */
const MAX_ORDERED = 1_000

export const SectionOrder = Type.Object(
  {
    keys: Type.Array(SectionKey, {
      minItems: 1,
      maxItems: MAX_ORDERED,
      uniqueItems: true,
      description: 'Sections in the order that they are to be listed in.',
    }),
  },
  { examples: [{ keys: ['news', 'welcome'] }] },
)
export type SectionOrder = Static<typeof SectionOrder>

export const SectionClosure = Type.Object({
  state: Type.Enum(['Deleted', 'Archived'], {
    description: 'Deleted, if there was nothing in it; or archived, with all that is below it.',
  }),
})
export type SectionClosure = Static<typeof SectionClosure>
