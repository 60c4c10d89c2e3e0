import { listing } from '@agora/shared/contracts/pagination'
import { Locale, ShortUser, Timestamp, text } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { roles } from '../../authority/role.ts'
import { PostHead } from '../../heads/post.ts'
import { SectionHead } from '../../heads/section.ts'
import { ThreadHead } from '../../heads/thread.ts'
import { orNull, SectionKey } from '../../schemas.ts'

export const Grammar = Type.Object(
  {
    admin: Type.Boolean(),
    code: Type.Boolean(),
    depth: Type.Integer(),
    emphasis: Type.Boolean(),
    icons: Type.Array(Type.String()),
    links: Type.Array(Type.String()),
    mod: Type.Boolean(),
    quote: Type.Boolean(),
    spoiler: Type.Boolean(),
    strikethrough: Type.Boolean(),
    strong: Type.Boolean(),
  },
  { description: 'The marks that the caller may write here.' },
)

export interface ParentSection {
  type: 'ForumSection'
  id: string
  key: string
  display_name: string
  locale: string | null
  parent: ParentSection | null
}

/** As deep as the tree is: the schema names no depth. */
export const ParentSection = Type.Unsafe<ParentSection | null>({
  type: ['object', 'null'],
  description: '`{type, id, key, display_name, locale, parent}`, parents up to the root.',
  additionalProperties: true,
})

const head = {
  ...SectionHead.properties,
  ctime: Timestamp,
  locale: orNull(Type.String()),
  parent: ParentSection,
}

const SectionSelf = Type.Object({
  roles: Type.Array(Type.Enum([...roles])),
  grammar: Grammar,
  unread_threads: Type.Integer(),
  can_create_thread: Type.Boolean(),
})

/** A section in a listing, as a child and as a thread's. */
export const Section = Type.Object({
  ...head,
  threads: Type.Object({ count: Type.Integer() }),
  self: SectionSelf,
})
export type Section = Static<typeof Section>

/** A thread in a section's page. */
export const ThreadSummary = Type.Object({
  ...ThreadHead.properties,
  posts: Type.Object({ count: Type.Integer() }),
  last_post: PostHead,
  has_admin_announcement: Type.Boolean(),
  self: Type.Object({ is_unread: Type.Boolean() }),
})
export type ThreadSummary = Static<typeof ThreadSummary>

const RoleGrant = Type.Object({
  role: Type.Enum([...roles]),
  user: ShortUser,
  start_time: Timestamp,
  granted_by: ShortUser,
})

export const SectionPage = Type.Object({
  ...head,
  threads: listing(ThreadSummary),
  children: Type.Array(Section),
  role_grants: Type.Array(RoleGrant),
  self: SectionSelf,
})
export type SectionPage = Static<typeof SectionPage>

export const SectionListing = listing(Section)
export type SectionListing = Static<typeof SectionListing>

/** The smallest and largest 32-bit integers. */
const order = { minimum: -2_147_483_648, maximum: 2_147_483_647 }

export const SectionInput = Type.Object({
  key: SectionKey,
  display_name: text(1, 128),
  locale: Type.Optional(Type.Union([Locale, Type.Null()])),
  parent: Type.Optional(SectionKey),
  order: Type.Integer({ ...order, default: 0 }),
})
export type SectionInput = Static<typeof SectionInput>
