import { listing } from '@agora/shared/contracts/pagination'
import { HttpUrl, nullable, UserReference, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

/** What a client may be granted at most. */
export const AllowedScopes = Type.Object({
  base: Type.Boolean(),
  forum_read: Type.Boolean(),
  forum_write: Type.Boolean(),
  forum_moderate: Type.Boolean(),
})
export type AllowedScopes = Static<typeof AllowedScopes>

export const UpsertClientBody = Type.Object({
  id: Type.Optional(nullable(Uuid)),
  key: Type.String({ pattern: '^[a-z_][a-z0-9_]{1,31}@clients$' }),
  display_name: Type.String({ pattern: '^[A-Za-z_ ()-]{2,32}$' }),
  app_uri: HttpUrl,
  callback_uri: HttpUrl,
  secret: Type.String({
    pattern: '^([0-9a-f]{2})+$',
    maxLength: 2048,
    description: 'The secret’s UTF-8 bytes in lowercase hexadecimal.',
  }),
  allowed_scopes: Type.Optional(AllowedScopes),
})
export type UpsertClientBody = Static<typeof UpsertClientBody>

export const ClientParams = Type.Object({
  client_ref: Type.String({ description: 'The id or the key of the client.' }),
})

/** A client by its names. */
export const ClientReference = Type.Object({
  type: Type.Literal('OauthClient'),
  id: Uuid,
  key: Type.String(),
  display_name: Type.String(),
})

export const OauthClient = Type.Object({
  type: Type.Literal('OauthClient'),
  id: Uuid,
  key: Type.String(),
  display_name: Type.String(),
  app_uri: Type.String(),
  callback_uri: Type.String(),
  owner: nullable(UserReference),
})
export type OauthClient = Static<typeof OauthClient>

export const ClientListing = listing(OauthClient)
export type ClientListing = Static<typeof ClientListing>
