import { type Static, Type } from 'typebox'
import { mailLanguages } from './internal-mail.ts'
import { scopes } from './principal.ts'
import { nullable, Timestamp, TimeZone } from './types.ts'

/**
 * What the web service asks the gateway to draw the pages of accounts, besides the public API. It asks as the caller of
 * the page, with their cookies and the gateway's own statement of their address; they could not ask themselves.
 */
const TEXT = { format: 'text', maxLength: 1024 } as const

/** `POST /internal/sign-in`: whether the next sign-in from the caller's address, with this login, needs a captcha. */
export const SignInQuestion = Type.Object({ login: Type.Optional(Type.String(TEXT)) })
export const SignInAnswer = Type.Object({ takes_captcha: Type.Boolean() })

/** A mailed token, which the question does not spend. Any text: a malformed one is answered like a forged one. */
export const TokenQuestion = Type.Object({ token: Type.String({ maxLength: 1024 }) })
export type TokenQuestion = Static<typeof TokenQuestion>

/** `POST /internal/email-verifications`: what the token would add to whose account; 404 if it would be refused. */
export const VerificationAnswer = Type.Object({
  email: Type.String(),
  display_name: Type.String(),
  username: Type.String(),
  /** Whether the caller must enter their password as well, since they signed in a while ago. */
  takes_password: Type.Boolean(),
})
export type VerificationAnswer = Static<typeof VerificationAnswer>

/** `GET /internal/pending-emails`: the addresses that the caller has still to confirm, the newest first. */
export const PendingEmails = Type.Array(
  Type.Object({
    email: Type.String(),
    /** Until when the link is good; null while its mail is being sent. */
    until: nullable(Timestamp),
  }),
)
export type PendingEmails = Static<typeof PendingEmails>

/** `POST /internal/language`: what the caller reads in, and from now on their mails are written in. */
export const LanguageChoice = Type.Object({ language: Type.Enum([...mailLanguages]) })

/** `POST /internal/zones`: the zone that the caller chose, null for that of each device; and that of the one they are at. */
export const ZoneChoice = Type.Object({
  chosen: Type.Optional(nullable(TimeZone)),
  device: Type.Optional(TimeZone),
})
export type ZoneChoice = Static<typeof ZoneChoice>

/** `POST /internal/password-resets`: 200 if the token would be accepted, else 404. */
export const ResetAnswer = Type.Object({})

/** What an application asks a member for. */
const ConsentRequest = {
  client: Type.Object({ display_name: Type.String(), app_uri: Type.String() }),
  scopes: Type.Array(Type.Enum([...scopes, 'openid', 'profile', 'email'])),
  /** Whether the member has to show once more who they are before they may allow it. */
  needs_confirmation: Type.Boolean(),
}

/**
 * `GET /internal/interactions/:uid`: the authorization request that waits for the caller's consent; 404 unless it waits
 * for this browser, session and member.
 */
export const Interaction = Type.Object({
  ...ConsentRequest,
  /** The site or application that the caller is taken to afterwards. */
  destination: Type.String(),
})
export type Interaction = Static<typeof Interaction>

/** `POST` of the same: what the caller decides, and where in this site that leads on. */
export const Decision = Type.Object({ decision: Type.Union([Type.Literal('allow'), Type.Literal('refuse')]) })
export type Decision = Static<typeof Decision>
export const Decided = Type.Object({ back: Type.String() })

/**
 * `POST /internal/departures`: the application that a browser goes back to, at this address, after signing out; 404 if
 * it may not.
 */
export const DepartureQuestion = Type.Object({
  client: Type.String(TEXT),
  to: Type.String({ format: 'text' }),
})
export type DepartureQuestion = Static<typeof DepartureQuestion>
export const Departure = Type.Object({
  client: Type.Object({ display_name: Type.String() }),
  destination: Type.String(),
})
export type Departure = Static<typeof Departure>

/**
 * `POST /internal/devices`: what the device with this user code asks for; 404 if none waits, or the caller is not
 * signed in. Wrong codes count.
 */
export const DeviceQuestion = Type.Object({ user_code: Type.String(TEXT) })
export const DeviceRequest = Type.Object(ConsentRequest)
export type DeviceRequest = Static<typeof DeviceRequest>

/** `POST /internal/devices/answers`: what the caller decides. */
export const DeviceDecision = Type.Object({ ...DeviceQuestion.properties, ...Decision.properties })
export const NothingMore = Type.Object({})
