import { DISPLAY_NAME, USERNAME } from '@agora/shared/contracts/names'
import { listing, pageQuery } from '@agora/shared/contracts/pagination'
import { described, ShortUser, Timestamp, text, Uuid } from '@agora/shared/contracts/types'
import { siteLanguages } from '@agora/shared/http/languages'
import { type Static, Type } from 'typebox'
import { Links } from '../game-links/schemas.ts'

const Username = Type.String({
  pattern: USERNAME,
  description:
    'The name to sign in with: 2 to 32 lowercase letters, digits and underscores, not beginning with a digit.',
})
const DisplayName = Type.String({
  pattern: DISPLAY_NAME,
  plainName: true,
  description:
    "2 to 64 letters with their marks, digits, spaces and _()-'., and not resembling an administrator’s name. Stored composed.",
})
export const Password = described(text(8, 256), '8 to 256 characters.')
/** The verification token of a solved captcha, where one is required. */
export const CapToken = Type.Optional(
  described(text(0, 4096), 'The verification token of a solved captcha, if one is required.'),
)

export const CreateUserBody = Type.Object(
  {
    username: Username,
    display_name: DisplayName,
    password: Password,
    'cap-token': CapToken,
    invitation: Type.Optional(
      described(text(1, 128), 'The token of an invitation, where registration needs one.'),
    ),
    accepted_rules: Type.Optional(
      Type.Object(
        {
          locale: Type.Enum([...siteLanguages], { description: 'The language that they were read in.' }),
          time: described(Timestamp, 'Their `time` in that language.'),
        },
        { additionalProperties: false, description: 'Which rules were accepted, where that is asked for.' },
      ),
    ),
  },
  { examples: [{ username: 'ada', display_name: 'Ada', password: 'a long password' }] },
)
export type CreateUserBody = Static<typeof CreateUserBody>

export const UpdateUserBody = Type.Object(
  {
    username: Type.Optional(Username),
    display_name: Type.Optional(DisplayName),
    password: Type.Optional(Password),
    current_password: Type.Optional(
      described(text(0, 1024), 'Required to change one’s own username or password.'),
    ),
  },
  { examples: [{ display_name: 'Ada L' }] },
)
export type UpdateUserBody = Static<typeof UpdateUserBody>

export const HeldRole = Type.Object({
  role: Type.String({ description: '`Administrator`, `GlobalModerator` or `Moderator`.' }),
  section: Type.Union(
    [
      Type.Object({
        type: Type.Literal('ForumSection'),
        id: described(Uuid, 'The section’s id.'),
      }),
      Type.Null(),
    ],
    {
      description: 'Where a Moderator’s role holds; null for the other roles, which hold everywhere.',
    },
  ),
})
export type HeldRole = Static<typeof HeldRole>

export const Staff = Type.Object({
  items: Type.Array(
    Type.Object({
      user: described(ShortUser, 'Who holds them.'),
      roles: Type.Array(HeldRole, { description: 'All that they hold now.' }),
    }),
    { description: 'All of them, the oldest account first.' },
  ),
})
export type Staff = Static<typeof Staff>

export const StaffQuery = Type.Object({
  closed: Type.Optional(
    Type.Boolean({
      description:
        'Whether roles in sections that not everybody may read are told as well; for administrators.',
    }),
  ),
})
export type StaffQuery = Static<typeof StaffQuery>

export const UserParams = Type.Object({ user_id: Type.String({ description: 'Id of the account.' }) })

/** A member. Only they and administrators see `username` and `has_password`. */
export const User = Type.Object({
  type: Type.Literal('User'),
  id: described(Uuid, 'The account’s id.'),
  created_at: described(Timestamp, 'When the account was made.'),
  display_name: ShortUser.properties.display_name,
  is_administrator: Type.Boolean({ description: 'Whether the member is an administrator.' }),
  links: described(Links, 'The game accounts linked to it.'),
  username: Type.Optional(
    Type.String({ description: 'The name to sign in with; for the member and administrators.' }),
  ),
  has_password: Type.Optional(
    Type.Boolean({ description: 'Whether it has a password; for the member and administrators.' }),
  ),
})
export type User = Static<typeof User>

const USERS_PER_PAGE = 20

export const UserSearch = Type.Object({
  ...pageQuery(USERS_PER_PAGE).properties,
  name: Type.Optional(
    Type.String({
      format: 'text',
      description:
        'A prefix of the username or the display name, 2 to 64 characters; case, accents and the like are ignored.',
      documented: { minLength: 2, maxLength: 64 },
    }),
  ),
  q: Type.Optional(Type.String({ format: 'text', description: 'The same as `name`, which goes before it.' })),
  banned: Type.Optional(
    Type.Boolean({ description: 'Filters by whether members are banned; for administrators.' }),
  ),
})
export type UserSearch = Static<typeof UserSearch>

export const UserListing = listing(ShortUser)
export type UserListing = Static<typeof UserListing>
