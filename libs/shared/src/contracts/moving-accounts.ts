import { type Static, Type } from 'typebox'
import { CallbackUri, HttpUrl, nullable, Timestamp, TimeZone, text, Uuid } from './types.ts'

/**
 * The protocol between the forum's import and export commands and the gateway's, which alone handles accounts: one
 * request per line, one line in response, in order.
 */

const Email = Type.Object({
  address: Type.String({ format: 'email', maxLength: 320 }),
  since: Type.Optional(Timestamp),
  visibility: Type.Optional(Type.Enum(['Private', 'Friend', 'Public'])),
  rank: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
})

/** What both contain of an account. Its emails are verified. */
const profile = {
  username: text(1, 256),
  display_name: text(0, 256),
  created_at: nullable(Timestamp),
  password_hash: nullable(text(1, 256)),
  /** The zone that the member chose; null for none. */
  time_zone: nullable(TimeZone),
  emails: Type.Array(Email, { maxItems: 16 }),
}

export const AccountToImport = Type.Object({
  /** That the account gets, or has. */
  id: Uuid,
  /** Whether the account of this username that is here already may be meant. */
  may_match: Type.Boolean(),
  ...profile,
})
export type AccountToImport = Static<typeof AccountToImport>

export const ImportedAccount = Type.Object({
  outcome: Type.Enum(['Created', 'Present', 'Matched']),
  /** The id of the account that is meant, which is another than was asked for if it was matched. */
  id: Uuid,
  display_name: Type.String(),
  created_at: Timestamp,
  /** What was not taken as it was, for people. */
  notes: Type.Array(Type.String()),
})
export type ImportedAccount = Static<typeof ImportedAccount>

export const ExportedAccount = Type.Object({ id: Uuid, is_administrator: Type.Boolean(), ...profile })
export type ExportedAccount = Static<typeof ExportedAccount>

/** A ban; whoever imposed or lifted it is null where the account is not known. */
export const MovedBan = Type.Object({
  id: Uuid,
  user: Uuid,
  reason: text(0, 65_536),
  created_at: Timestamp,
  created_by: nullable(Uuid),
  expires_at: nullable(Timestamp),
  lifted_at: nullable(Timestamp),
  lifted_by: nullable(Uuid),
})
export type MovedBan = Static<typeof MovedBan>

/** A display name that an account had before. */
export const MovedName = Type.Object({
  user: Uuid,
  display_name: text(1, 256),
  since: Timestamp,
  until: Timestamp,
})
export type MovedName = Static<typeof MovedName>

/** A link of an account with one in a game, current or past. */
export const MovedGameLink = Type.Object({
  id: Uuid,
  user: Uuid,
  game: Type.Enum(['game_a', 'game_b', 'game_c']),
  /** Empty for game C. */
  server: Type.String({ maxLength: 253 }),
  /** The account in the game. */
  account: Type.String({ pattern: '^[0-9]{1,20}$' }),
  since: Timestamp,
  /** Null for the account itself. */
  linked_by: nullable(Uuid),
  until: nullable(Timestamp),
  unlinked_by: nullable(Uuid),
})
export type MovedGameLink = Static<typeof MovedGameLink>

/** An application with the hash of its secret: null for a public one, which has none. */
export const MovedClient = Type.Object({
  id: Uuid,
  key: Type.String({ pattern: '^[a-z_][a-z0-9_]{1,31}@clients$' }),
  display_name: text(1, 256),
  app_uri: HttpUrl,
  callback_uris: Type.Array(CallbackUri, { minItems: 1, maxItems: 10 }),
  secret_hash: nullable(text(1, 256)),
  public: Type.Boolean(),
  pkce: Type.Enum(['required', 'optional']),
  created_at: nullable(Timestamp),
})
export type MovedClient = Static<typeof MovedClient>

/** What became of a game link or a client: why it was refused, if so. */
export const Outcome = Type.Union([
  Type.Literal('Taken'),
  Type.Literal('Present'),
  Type.Object({ refused: Type.String() }),
])
export type Outcome = Static<typeof Outcome>

/** Each request by its name, with what it carries and what it is answered. */
export const accountRequests = {
  /** Who is the administrator here. */
  hello: { body: Type.Object({}), answer: Type.Object({ administrator: Uuid }) },
  importAccounts: {
    body: Type.Object({ accounts: Type.Array(AccountToImport) }),
    /** In the order of the request. */
    answer: Type.Object({ accounts: Type.Array(ImportedAccount) }),
  },
  importBans: {
    body: Type.Object({ bans: Type.Array(MovedBan) }),
    /** The ids of those that are new. */
    answer: Type.Object({ taken: Type.Array(Uuid) }),
  },
  importNames: {
    body: Type.Object({ names: Type.Array(MovedName) }),
    /** How many are new. */
    answer: Type.Object({ taken: Type.Integer() }),
  },
  importGameLinks: {
    body: Type.Object({ links: Type.Array(MovedGameLink) }),
    /** In the order of the request. */
    answer: Type.Object({ outcomes: Type.Array(Outcome) }),
  },
  importClients: {
    body: Type.Object({ clients: Type.Array(MovedClient) }),
    /** In the order of the request. */
    answer: Type.Object({ outcomes: Type.Array(Outcome) }),
  },
  /** The next accounts, by username; none after the last. */
  nextAccounts: { body: Type.Object({}), answer: Type.Object({ accounts: Type.Array(ExportedAccount) }) },
  /** The next bans, by their time; none after the last. */
  nextBans: { body: Type.Object({}), answer: Type.Object({ bans: Type.Array(MovedBan) }) },
  /** The next former names, by username and time; none after the last. */
  nextNames: { body: Type.Object({}), answer: Type.Object({ names: Type.Array(MovedName) }) },
  /** The next links, by their time; none after the last. */
  nextGameLinks: { body: Type.Object({}), answer: Type.Object({ links: Type.Array(MovedGameLink) }) },
  /** The next applications that the configuration does not name, by their keys; none after the last. */
  nextClients: { body: Type.Object({}), answer: Type.Object({ clients: Type.Array(MovedClient) }) },
} as const

export type AccountRequests = typeof accountRequests
export type AccountRequestName = keyof AccountRequests
export type RequestBody<Name extends AccountRequestName> = Static<AccountRequests[Name]['body']>
export type RequestAnswer<Name extends AccountRequestName> = Static<AccountRequests[Name]['answer']>
