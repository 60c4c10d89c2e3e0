import { MAX_PAGE } from '@agora/shared/contracts/pagination'
import { described, nullable, ShortUser, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { HeldRole } from '../accounts/schemas.ts'

const accountRoles = ['Administrator', 'GlobalModerator', 'Moderator'] as const
const accountSorts = ['Newest', 'Name', 'LastSeen'] as const

export const AccountQuery = Type.Object({
  name: Type.Optional(
    Type.String({
      format: 'text',
      description:
        'A prefix of the username, the display name or, with an `@` in it, of a confirmed address: 2 to 254 characters.',
      documented: { minLength: 2, maxLength: 254 },
    }),
  ),
  role: Type.Optional(Type.Enum([...accountRoles], { description: 'Only who holds this role.' })),
  state: Type.Optional(Type.Enum(['Active', 'Banned'], { description: 'Only those in this state.' })),
  sort: Type.Enum([...accountSorts], {
    default: 'Newest',
    description: 'The newest account first, by the display name, or who was seen last first.',
  }),
  after: Type.Optional(
    Type.String({
      format: 'text',
      description: 'The `next` of the page before.',
      documented: { maxLength: 1024 },
    }),
  ),
  limit: Type.Integer({
    minimum: 1,
    default: 25,
    description: `At most ${MAX_PAGE}; more is read as ${MAX_PAGE}.`,
  }),
})
export type AccountQuery = Static<typeof AccountQuery>

export const ListedAccount = Type.Object({
  type: Type.Literal('Account'),
  user: described(ShortUser, 'Whose it is.'),
  username: Type.String({ description: 'The name to sign in with.' }),
  emails: Type.Array(Type.String(), { description: 'The confirmed addresses, at most ten.' }),
  roles: Type.Array(HeldRole, { description: 'All that they hold now.' }),
  state: Type.Enum(['Active', 'Banned'], { description: 'Whether the account is banned now.' }),
  created_at: described(Timestamp, 'When the account was made.'),
  last_seen_at: described(
    nullable(Timestamp),
    'When a session of the account was last used, to the hour; null if that is not known.',
  ),
})
export type ListedAccount = Static<typeof ListedAccount>

export const AccountPage = Type.Object({
  items: Type.Array(ListedAccount, { description: 'The page.' }),
  next: nullable(Type.String(), 'What `after` is for the next page; null on the last one.'),
})
export type AccountPage = Static<typeof AccountPage>

export const AcceptedRules = Type.Object({
  rules: described(
    nullable(
      Type.Object({
        locale: Type.String({ description: 'The language that they were read in.' }),
        written_at: described(Timestamp, 'When they were worded so.'),
        accepted_at: described(Timestamp, 'When the member accepted them.'),
        wording: nullable(Type.String(), 'Their markup; null where it was not kept yet.'),
      }),
    ),
    'Null if none were asked for.',
  ),
})
export type AcceptedRules = Static<typeof AcceptedRules>

export const MemberStatistics = Type.Object({
  members: Type.Integer({ description: 'How many accounts there are.' }),
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date', description: 'A day of UTC.' }),
      members: Type.Integer({ description: 'How many accounts were made on it.' }),
    }),
    { description: 'The last 14 days, today last.' },
  ),
})
export type MemberStatistics = Static<typeof MemberStatistics>
