import { listing, pageQuery } from '@agora/shared/contracts/pagination'
import { ShortUser, Timestamp, text, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { Links } from '../game-links/schemas.ts'

const Username = Type.String({ pattern: '^[a-z_][a-z0-9_]{1,31}$' })
const DisplayName = Type.String({
  pattern: '^[\\p{L}\\p{N} _()-]{2,64}$',
  description: 'Letters, digits, spaces and _()-',
})
export const Password = text(8, 256)
/** The verification token of a solved captcha, where one is asked for. */
export const CapToken = Type.Optional(text(0, 4096))

export const CreateUserBody = Type.Object({
  username: Username,
  display_name: DisplayName,
  password: Password,
  'cap-token': CapToken,
})
export type CreateUserBody = Static<typeof CreateUserBody>

export const UpdateUserBody = Type.Object({
  username: Type.Optional(Username),
  display_name: Type.Optional(DisplayName),
  password: Type.Optional(Password),
  current_password: Type.Optional(text(0, 1024)),
})
export type UpdateUserBody = Static<typeof UpdateUserBody>

export const UserParams = Type.Object({ user_id: Type.String() })

/** A member. `username` and `has_password` are for the member and for administrators. */
export const User = Type.Object({
  type: Type.Literal('User'),
  id: Uuid,
  created_at: Timestamp,
  display_name: Type.Object({ current: Type.Object({ value: Type.String() }) }),
  is_administrator: Type.Boolean(),
  links: Links,
  username: Type.Optional(Type.String()),
  has_password: Type.Optional(Type.Boolean()),
})
export type User = Static<typeof User>

const USERS_PER_PAGE = 20

export const UserSearch = Type.Object({
  ...pageQuery(USERS_PER_PAGE).properties,
  name: Type.Optional(
    Type.String({
      format: 'text',
      description:
        'The beginning of the username or the display name, 2 to 64 characters; case and accents do not count.',
    }),
  ),
  banned: Type.Optional(
    Type.Boolean({ description: 'Only members who are banned, or who are not; for administrators.' }),
  ),
})
export type UserSearch = Static<typeof UserSearch>

export const UserListing = listing(ShortUser)
export type UserListing = Static<typeof UserListing>
