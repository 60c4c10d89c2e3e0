import { type Static, Type } from 'typebox'
import { type SiteLanguage, siteLanguages } from '../http/languages.ts'
import { Locale, Timestamp, TimeZone, Uuid } from './types.ts'

/** Mails are written in the languages of the pages; in the first where the reader's is none of them. */
export const mailLanguages = siteLanguages
export type MailLanguage = SiteLanguage

/** Mails of account flows: those with a token that authorizes an action, and notices without one. */
export const AccountMailKind = Type.Enum([
  'VerifyEmail',
  'ResetPassword',
  'AccountChanged',
  'GrantReused',
  'NewSignIn',
  'PasswordGuessed',
])
export type AccountMailKind = Static<typeof AccountMailKind>

/** What a notice `AccountChanged` is about: its detail `change`. */
export const accountChanges = [
  'EmailAdded',
  'EmailRemoved',
  'ProviderLinked',
  'ProviderUnlinked',
  'PasswordChanged',
  'PasswordReset',
  'UsernameChanged',
  'AuthenticatorAdded',
  'AuthenticatorRemoved',
  'AuthenticatorTakenAway',
  'RecoveryCodesRenewed',
  'ApplicationAllowed',
  'ClientRegistered',
  'ClientChanged',
  'ClientDeleted',
  'AdministratorNamed',
  'AdministratorRevoked',
] as const
export type AccountChange = (typeof accountChanges)[number]

/**
 * The gateway's `POST /internal/mail-tokens`, for the mail-jobs service only: the content of an account flow's mail,
 * requested while it is rendered. Each response carries a fresh token, which supersedes this mail's earlier one. 404:
 * there is nothing to send any more.
 */
export const MailTokenRequest = Type.Object({ mail_id: Uuid })

export const MailToken = Type.Object({
  kind: AccountMailKind,
  /** None for a notice. */
  token: Type.Optional(Type.String({ format: 'text', minLength: 1, maxLength: 512 })),
  /** The account's username, and until when the token is good; none for a notice. */
  username: Type.Optional(Type.String({ format: 'text', maxLength: 64 })),
  expires_at: Type.Optional(Timestamp),
  /** The details in a notice, by their names in its template. */
  details: Type.Optional(Type.Record(Type.String(), Type.String({ format: 'text', maxLength: 512 }))),
  /** The page that accepts the token, with it; for a notice, the page where the member can act. */
  url: Type.String({ format: 'http-url', maxLength: 2048 }),
  recipient: Type.String({ format: 'email', maxLength: 254 }),
  display_name: Type.String({ format: 'text', maxLength: 256 }),
  locale: Locale,
  /** In which times are told to them; none for UTC. */
  zone: Type.Optional(TimeZone),
})
export type MailToken = Static<typeof MailToken>

/**
 * The gateway's `POST /internal/mail-refusals`, for the mail-jobs service only: a mail server said that nobody gets mails at
 * this address of a member. Of an address that is none of theirs nothing is kept.
 */
export const MailRefusal = Type.Object({
  user: Uuid,
  recipient: Type.String({ format: 'text', maxLength: 254 }),
  /** What the server said. */
  answer: Type.String({ format: 'text', maxLength: 512 }),
})
export type MailRefusal = Static<typeof MailRefusal>

/** The `error` of a 404 that says that the mail was revoked or is done. */
export const NOTHING_TO_SEND = 'nothing to send'
