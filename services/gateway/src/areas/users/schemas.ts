import { Timestamp, text, Uuid } from '@agora/shared/contracts/types'
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
