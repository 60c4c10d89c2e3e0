import { listing } from '@agora/shared/contracts/pagination'
import { described, nullable, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { ClientReference } from '../clients/schemas.ts'
import { grantScopes } from '../oauth/scopes.ts'

export const GrantParams = Type.Object({
  user_id: Type.String({ description: 'Id of the account.' }),
  client_id: Type.String({ description: 'The id or the key of the client.' }),
})

/** What a member has granted an application, over all consents. */
export const OauthGrant = Type.Object({
  type: Type.Literal('OauthGrant'),
  client: ClientReference,
  scopes: Type.Array(Type.Enum([...grantScopes]), {
    description: 'What it may do now, under all grants together.',
  }),
  created_at: described(Timestamp, 'When the member first agreed to a grant that is still valid.'),
  last_used_at: nullable(Timestamp, 'When one of its tokens was last used, to the minute; null for never.'),
})
export type OauthGrant = Static<typeof OauthGrant>

export const GrantListing = listing(OauthGrant)
export type GrantListing = Static<typeof GrantListing>
