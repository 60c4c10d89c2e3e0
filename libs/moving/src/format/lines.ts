import { KEY_PATTERN } from '@agora/shared/contracts/audience'
import { OLD_ID } from '@agora/shared/contracts/ids'
import { roles } from '@agora/shared/contracts/roles'
import { eachMark } from '@agora/shared/contracts/thread-marks'
import {
  CallbackUri,
  described,
  HttpUrl,
  Locale,
  nullable,
  Timestamp,
  TimeZone,
  text,
} from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

/**
 * The lines of a forum that moves, explained in docs/moving.md. Ids are those of its original forum; a line comes after
 * those that it refers to.
 */

export const VERSION = 1

const SectionKey = Type.String({ pattern: KEY_PATTERN })
const Id = Type.String({ pattern: OLD_ID })
const optionalId = Type.Optional(nullable(Id))
export const Votes = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const Flag = Type.Optional(Type.Boolean())
const Role = Type.Enum([...roles])

/** The longest body before its conversion to markup, in code points. */
export const LONGEST_BODY = 262_144
const body = {
  body: nullable(text(0, LONGEST_BODY)),
  format: Type.Optional(Type.Enum(['markup', 'markdown', 'html', 'bbcode', 'text'])),
}

export const AccountEmail = Type.Object({
  address: Type.String({ format: 'email', maxLength: 320 }),
  since: Type.Optional(Timestamp),
  visibility: Type.Optional(Type.Enum(['Private', 'Friend', 'Public'])),
  rank: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
})

/** Whom a section is for; groups by the ids of their lines. */
const Audience = Type.Optional(
  Type.Union([
    Type.Enum(['Everyone', 'Members', 'Moderators']),
    Type.Object({ groups: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
  ]),
)

/** What bans and sanctions have alike. */
const imposed = {
  reason: text(0, 65_536),
  created_at: Timestamp,
  created_by: optionalId,
  expires_at: Type.Optional(nullable(Timestamp)),
  lifted_at: Type.Optional(nullable(Timestamp)),
  lifted_by: optionalId,
}

export const kinds = {
  forum: Type.Object({ type: Type.Literal('forum'), version: Type.Integer() }),
  group: Type.Object({
    type: Type.Literal('group'),
    id: Id,
    key: Type.Optional(Type.String({ pattern: KEY_PATTERN })),
    display_name: text(1, 128),
  }),
  section: Type.Object({
    type: Type.Literal('section'),
    id: Id,
    key: Type.Optional(SectionKey),
    display_name: text(1, 128),
    locale: Type.Optional(nullable(Locale)),
    parent: optionalId,
    order: Type.Optional(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })),
    readers: Audience,
    writers: Audience,
    description: Type.Optional(nullable(text(1, 500))),
    colour: Type.Optional(nullable(Type.String({ pattern: '^#[0-9a-f]{6}$' }))),
    is_archived: Type.Optional(Type.Boolean()),
    created_at: Type.Optional(Timestamp),
  }),
  user: Type.Object({
    type: Type.Literal('user'),
    id: Id,
    /** Absent for an author without an account. */
    username: Type.Optional(text(1, 256)),
    display_name: Type.Optional(text(1, 256)),
    created_at: Type.Optional(Timestamp),
    password_hash: Type.Optional(nullable(text(1, 256))),
    time_zone: Type.Optional(nullable(TimeZone)),
    emails: Type.Optional(Type.Array(AccountEmail, { maxItems: 16 })),
  }),
  display_name: Type.Object({
    type: Type.Literal('display_name'),
    user: Id,
    display_name: text(1, 256),
    since: Timestamp,
    until: Timestamp,
  }),
  game_link: Type.Object({
    type: Type.Literal('game_link'),
    id: Id,
    user: Id,
    game: Type.Enum(['game_a', 'game_b', 'game_c']),
    /** Absent for game C. */
    server: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 253 }))),
    account: Type.String({ pattern: '^[0-9]{1,20}$' }),
    since: Timestamp,
    linked_by: optionalId,
    until: Type.Optional(nullable(Timestamp)),
    unlinked_by: optionalId,
  }),
  oauth_client: Type.Object({
    type: Type.Literal('oauth_client'),
    id: Id,
    key: Type.String({ pattern: '^[a-z_][a-z0-9_]{1,31}@clients$' }),
    display_name: text(1, 256),
    app_uri: HttpUrl,
    callback_uris: Type.Array(CallbackUri, { minItems: 1, maxItems: 10 }),
    /** Absent where the application is public. */
    secret_hash: Type.Optional(text(1, 256)),
    public: Flag,
    pkce: Type.Optional(Type.Enum(['required', 'optional'])),
    created_at: Type.Optional(Timestamp),
  }),
  thread: Type.Object({
    type: Type.Literal('thread'),
    id: Id,
    key: Type.Optional(nullable(Type.String({ pattern: KEY_PATTERN }))),
    section: Id,
    title: text(1, 512),
    /** Absent if unknown. */
    author: optionalId,
    created_at: Timestamp,
    ...eachMark(Flag),
    is_deleted: Flag,
  }),
  post: Type.Object({
    type: Type.Literal('post'),
    id: Id,
    thread: Id,
    author: optionalId,
    author_role: Type.Optional(nullable(Role)),
    created_at: Timestamp,
    ...body,
    votes: Type.Optional(Type.Object({ up: Votes, down: Votes })),
    moderation: Type.Optional(nullable(text(0, 65_536))),
    comment: Type.Optional(nullable(text(0, 65_536))),
  }),
  edit: Type.Object({
    type: Type.Literal('edit'),
    post: Id,
    /** From 1, without gaps. */
    number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    author: optionalId,
    author_role: Type.Optional(nullable(Role)),
    /** Whether it is a moderation act. */
    as_role: Flag,
    time: Timestamp,
    ...body,
    moderation: Type.Optional(nullable(text(0, 65_536))),
    comment: Type.Optional(nullable(text(0, 65_536))),
  }),
  ban: Type.Object({
    type: Type.Literal('ban'),
    id: Id,
    user: Id,
    ...imposed,
  }),
  role: Type.Object({
    type: Type.Literal('role'),
    user: Id,
    role: Role,
    section: optionalId,
    since: Timestamp,
    granted_by: optionalId,
  }),
  group_member: Type.Object({
    type: Type.Literal('group_member'),
    group: Id,
    user: Id,
    since: Type.Optional(Timestamp),
  }),
  sanction: Type.Object({
    type: Type.Literal('sanction'),
    id: Id,
    user: Id,
    section: optionalId,
    kind: Type.Enum(['Warning', 'Mute']),
    ...imposed,
    internal_note: Type.Optional(text(0, 65_536)),
  }),
  address: Type.Object({
    type: Type.Literal('address'),
    source: described(Type.String({ pattern: '^[a-z0-9_-]{1,32}$' }), 'The name of an earlier import.'),
    kind: Type.Enum(['user', 'section', 'thread', 'post']),
    old_id: Id,
    id: Id,
  }),
} as const

type Kinds = typeof kinds
export type LineType = keyof Kinds
export type LineOf<Name extends LineType> = Static<Kinds[Name]>
export type Line = { [Name in LineType]: LineOf<Name> }[LineType]
export type Kind = 'user' | 'section' | 'thread' | 'post'
