import { CLIENT_NAME } from '@agora/shared/contracts/names'
import { listing } from '@agora/shared/contracts/pagination'
import { CallbackUri, described, HttpUrl, nullable, UserReference, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { CLIENT_KEY } from '../names/patterns.ts'

/** The most that a client may be granted. */
export const AllowedScopes = Type.Object({
  base: Type.Boolean({ description: 'Know who the member is, and read.' }),
  forum_read: Type.Boolean({ description: 'Read the forum as the member.' }),
  forum_write: Type.Boolean({ description: 'Post as the member, without their roles.' }),
  forum_moderate: Type.Boolean({ description: 'Post and use the member’s roles.' }),
})
export type AllowedScopes = Static<typeof AllowedScopes>

const callbackUris = Type.Array(CallbackUri, {
  minItems: 1,
  maxItems: 10,
  description: 'Where members may return after an authorization. The first is `callback_uri`.',
})
const Pkce = Type.Enum(['required', 'optional'], {
  description: 'Whether authorizations need PKCE. Only a confidential client may do without.',
})

const settings = {
  display_name: Type.String({
    pattern: CLIENT_NAME,
    description: 'The name that the consent page shows.',
  }),
  app_uri: described(HttpUrl, 'The application’s home page.'),
  callback_uri: Type.Optional(
    described(CallbackUri, 'Where members return after an authorization; required without `callback_uris`.'),
  ),
  callback_uris: Type.Optional(callbackUris),
  pkce: Type.Optional(described(Pkce, 'Unchanged if omitted; at first `required`.')),
  secret: Type.Optional(
    Type.String({
      pattern: '^([0-9a-f]{2})+$',
      maxLength: 2048,
      description: 'The secret’s UTF-8 bytes in lowercase hexadecimal; required unless the client is public.',
    }),
  ),
  public: Type.Optional(
    Type.Boolean({
      description: 'Whether it is a page or a program that cannot keep a secret: it uses PKCE instead.',
    }),
  ),
  token_endpoint_auth_method: Type.Optional(
    Type.Enum(['client_secret_basic', 'client_secret_post', 'none'], {
      description:
        'How it authenticates: `none` is a public client; a confidential one may send its secret either way, whichever is registered.',
    }),
  ),
  allowed_scopes: Type.Optional(
    described(AllowedScopes, 'The most that it may be granted; unchanged if omitted.'),
  ),
}

const example = {
  display_name: 'Chess',
  app_uri: 'https://chess.example/',
  callback_uri: 'https://chess.example/callback',
  secret: '6120736563726574',
  allowed_scopes: { base: true, forum_read: true, forum_write: false, forum_moderate: false },
}

export const UpsertClientBody = Type.Object(
  {
    id: Type.Optional(nullable(Uuid, 'The client’s id; generated if omitted.')),
    key: Type.String({
      pattern: CLIENT_KEY,
      description: 'The client’s handle, which ends in `@clients`.',
    }),
    ...settings,
  },
  { examples: [{ key: 'chess@clients', ...example }] },
)
export type UpsertClientBody = Static<typeof UpsertClientBody>

export const ClientSettings = Type.Object(settings, { examples: [example] })
export type ClientSettings = Static<typeof ClientSettings>

export const ClientParams = Type.Object({
  client_ref: Type.String({ description: 'The id or the key of the client.' }),
})

const names = {
  type: Type.Literal('OauthClient'),
  id: described(Uuid, 'The client’s id.'),
  key: Type.String({ description: 'The client’s handle.' }),
  display_name: Type.String({ description: 'The name that the consent page shows.' }),
}

export const ClientReference = Type.Object(names, { description: 'The application that acts.' })

export const OauthClient = Type.Object({
  ...names,
  app_uri: Type.String({ description: 'The application’s home page.' }),
  callback_uri: Type.String({ description: 'Where members return after an authorization.' }),
  public: Type.Optional(Type.Literal(true, { description: 'Present for a client without a secret.' })),
  owner: nullable(UserReference, 'Null for a client of the instance itself.'),
})
export type OauthClient = Static<typeof OauthClient>

/** What those who may register clients can see of one. */
export const ClientDetail = Type.Object({
  ...OauthClient.properties,
  allowed_scopes: described(AllowedScopes, 'The most that it may be granted.'),
  callback_uris: callbackUris,
  pkce: Pkce,
  is_public: Type.Boolean({ description: 'Whether it has no secret.' }),
})
export type ClientDetail = Static<typeof ClientDetail>

export const ClientListing = listing(OauthClient)
export type ClientListing = Static<typeof ClientListing>
