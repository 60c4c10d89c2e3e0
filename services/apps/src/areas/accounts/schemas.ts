import { listing } from '@agora/shared/contracts/pagination'
import { described, nullable, Timestamp, text, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const Visibility = Type.Enum(['Public', 'Private'], {
  description: 'Private: shown to the member and to administrators alone.',
})

export const AppAccount = Type.Object({
  type: Type.Literal('AppAccount'),
  app: Type.Object(
    {
      type: Type.Literal('App'),
      id: described(Uuid, 'The application’s id.'),
      key: nullable(Type.String(), 'The application’s handle.'),
      display_name: Type.String({ description: 'The application’s name.' }),
    },
    { description: 'Where the account is.' },
  ),
  id: Type.String({ description: 'The account’s id there.' }),
  display_name: nullable(Type.String(), 'The account’s name there.'),
  uri: nullable(
    Type.String(),
    'The account’s page there, by the `user_uri` of the application’s main channel; null without one.',
  ),
  linked_at: described(Timestamp, 'When the application linked it.'),
  visibility: Type.Optional(described(Visibility, 'For the member and administrators only.')),
})
export type AppAccount = Static<typeof AppAccount>

export const AppAccounts = listing(AppAccount)

const app_id = Type.String({ description: 'Id of the application.' })
const user_id = Type.String({ description: 'Id of the member.' })
export const AccountPath = Type.Object({ app_id, user_id })
export type AccountPath = Static<typeof AccountPath>
export const UserPath = Type.Object({ user_id })

export const LinkAccountBody = Type.Object(
  {
    id: described(text(1, 128), 'The account’s id there.'),
    display_name: Type.Optional(described(text(1, 128), 'The account’s name there; unchanged if omitted.')),
  },
  { examples: [{ id: '1337', display_name: 'Adventurer' }] },
)
export type LinkAccountBody = Static<typeof LinkAccountBody>

export const ShowAccountBody = Type.Object(
  { visibility: Visibility },
  { examples: [{ visibility: 'Private' }] },
)
export type ShowAccountBody = Static<typeof ShowAccountBody>

export const Nothing = Type.Object({}, { description: 'Nothing.' })
