import { type Static, Type } from 'typebox'
import { Audience, KEY_PATTERN } from '../contracts/audience.ts'
import { CLIENT_NAME, DISPLAY_NAME, USERNAME } from '../contracts/names.ts'
import { CallbackUri, HttpUrl, Locale, nullable, text, Uuid } from '../contracts/types.ts'
import { DEFAULT_PATTERNS, webhookPatterns } from '../contracts/webhooks.ts'
import { siteLocales } from '../http/languages.ts'
import { type ColourName, houseColours } from './colours.ts'

const strict = { additionalProperties: false } as const
const Username = Type.String({ pattern: USERNAME })
const DisplayName = Type.String({ pattern: DISPLAY_NAME, plainName: true })
const SectionKey = Type.String({ pattern: KEY_PATTERN })
const ClientKey = Type.String({ pattern: '^[a-z_][a-z0-9_]{1,31}@clients$' })
const AppKey = Type.String({ pattern: '^[a-z][a-z_0-9]{0,99}$' })
/** The name of an environment variable that holds a secret. */
const SecretName = Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}$' })
const Server = Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{0,252}$' })

const Colour = Type.Optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }))
const colourNames = Object.keys(houseColours.light) as ColourName[]
const Colours = Type.Object(
  Object.fromEntries(colourNames.map((name) => [name, Colour])) as Record<ColourName, typeof Colour>,
  { ...strict, default: {} },
)

const Theme = Type.Object(
  {
    light: Colours,
    dark: Colours,
    /** A picture beside the site's name: path of an SVG, PNG or WebP file, from the folder of this configuration. */
    logo: Type.Optional(Type.String({ pattern: '\\.(svg|png|webp)$', maxLength: 1024 })),
    /** A folder of pictures of applications, each named as its `cover_image`: box_kingdom.webp; from the same folder. */
    covers: Type.Optional(text(1, 1024)),
  },
  { ...strict, default: {} },
)

const Site = Type.Object(
  {
    name: text(1, 64),
    /**
     * Names that no member may use, nor any that look like them; those of the site and its administrators are always
     * reserved.
     */
    reserved_names: Type.Array(text(2, 64), { default: ['Administrator', 'Moderator'] }),
    /** The public address; where it is absent the gateway's own address serves. */
    url: Type.Optional(HttpUrl),
    /** Where members write to the site's administrators: an email address, or the address of a page. */
    contact: Type.Optional(text(3, 320)),
    /** Origins that may call the API from a browser with bearer tokens. */
    cors_origins: Type.Array(HttpUrl, { default: [] }),
    /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
    trusted_proxies: Type.Array(text(1, 64), { default: [] }),
    /** Where holes are to be reported, for /.well-known/security.txt; where it is absent the sender of mails. */
    security_contact: Type.Optional(Type.String({ pattern: '^(https://|mailto:)[!-~]+$', maxLength: 2048 })),
    theme: Theme,
    /** Who may become a member, until administrators say otherwise on the pages. */
    registration: Type.Object(
      {
        mode: Type.Enum(['Open', 'Invitation', 'Closed'], { default: 'Open' }),
        /** Whether who registers accepts the rules, where some are written. */
        accepts_rules: Type.Boolean({ default: false }),
        /** Who makes invitations. */
        inviters: Type.Enum(['Administrators', 'Moderators'], { default: 'Administrators' }),
      },
      { ...strict, default: {} },
    ),
  },
  strict,
)

const Client = Type.Object(
  {
    id: Type.Optional(Uuid),
    key: ClientKey,
    display_name: Type.String({ pattern: CLIENT_NAME }),
    app_uri: HttpUrl,
    callback_uri: Type.Optional(CallbackUri),
    /** If there are several; the first is what a request that names none means. */
    callback_uris: Type.Optional(Type.Array(CallbackUri, { minItems: 1, maxItems: 10 })),
    /** A confidential client may do without PKCE if it cannot send it. */
    pkce: Type.Enum(['required', 'optional'], { default: 'required' }),
    /** A page or program that cannot keep a secret: it has none. */
    public: Type.Boolean({ default: false }),
    /** Needed unless it is public. */
    secret_env: Type.Optional(SecretName),
    allowed_scopes: Type.Optional(
      Type.Object(
        {
          base: Type.Boolean(),
          forum_read: Type.Boolean(),
          forum_write: Type.Boolean(),
          forum_moderate: Type.Boolean(),
        },
        strict,
      ),
    ),
  },
  strict,
)

const Section = Type.Object(
  {
    key: SectionKey,
    display_name: text(1, 128),
    locale: Type.Optional(nullable(Locale)),
    parent: Type.Optional(SectionKey),
    order: Type.Integer({ default: 0, minimum: -1_000_000, maximum: 1_000_000 }),
    readers: Type.Optional(Audience),
    writers: Type.Optional(Audience),
    description: Type.Optional(nullable(text(1, 500))),
    colour: Type.Optional(nullable(Type.String({ pattern: '^#[0-9a-f]{6}$' }))),
  },
  strict,
)

const Channel = Type.Object(
  {
    key: Type.String({ pattern: '^[a-z][a-z_0-9]{0,99}$' }),
    base_uri: HttpUrl,
    home_uri: HttpUrl,
    /** Template of a member's profile page there, with `{user_id}` in its path. */
    user_uri: Type.Optional(nullable(Type.String({ format: 'user-uri', maxLength: 2048 }))),
    rating: Type.Enum(['General', 'Teen', 'Adult'], { default: 'General' }),
    status: Type.Enum(['Stable', 'Beta', 'Alpha', 'Dev'], { default: 'Stable' }),
    visibility: Type.Enum(['Public', 'Private'], { default: 'Public' }),
    is_official: Type.Boolean({ default: false }),
    event_stream_callback_uri: Type.Optional(nullable(HttpUrl)),
    /** Which events are delivered there: kinds such as `forum.post.created`, and `x.*` for all that begin so. */
    events: Type.Array(Type.Enum([...webhookPatterns]), { default: DEFAULT_PATTERNS, uniqueItems: true }),
    retired: Type.Boolean({ default: false }),
  },
  strict,
)

const App = Type.Object(
  {
    key: AppKey,
    kind: Type.Enum(['Platform', 'Game', 'Other'], { default: 'Game' }),
    display_name: text(1, 128),
    description: Type.Optional(text(1, 4096)),
    description_i18n: Type.Optional(Type.Record(Locale, text(1, 4096))),
    cover_image: Type.Optional(Type.String({ pattern: '^box_[a-z0-9_]+$', maxLength: 128 })),
    /** Forum sections whose events this app receives; official channels receive those of all. */
    sections: Type.Array(SectionKey, { default: [] }),
    /** The OAuth client whose server may link members to their accounts there. */
    client: Type.Optional(ClientKey),
    /** In rank order: the first is the main channel. */
    channels: Type.Array(Channel, { minItems: 1, maxItems: 100 }),
    retired: Type.Boolean({ default: false }),
  },
  strict,
)

const Servers = Type.Object({ servers: Type.Array(Server, { uniqueItems: true }) }, strict)

const MailTemplate = Type.Object({ subject: text(1, 200), body: text(1, 20_000) }, strict)

const Mail = Type.Object(
  {
    sender: Type.String({ format: 'email' }),
    /** Where mails to members come back to, with a `+` and a token before its @; its mail server passes them on. */
    bounces: Type.Optional(Type.String({ format: 'email', pattern: '^[^@+]{1,14}@', maxLength: 200 })),
    /** The operator template of POST /outbound_email: a subject and a markup body with {{variables}}. */
    template: MailTemplate,
    variables: Type.Record(Type.String(), Type.String(), { default: {} }),
    /** Adds a signed one-pixel image, whose reading sets `read_at`. */
    track_opens: Type.Boolean({ default: false }),
    /** Tells members by mail of a sign-in from a network and browser that are new to the account. */
    sign_in_notices: Type.Boolean({ default: true }),
    default_locale: Type.Enum(siteLocales, { default: siteLocales[0] }),
  },
  strict,
)

/** Captcha parameters out of range only warn: the contract has an answer for them. */
const Captcha = Type.Object(
  {
    enabled: Type.Boolean({ default: true }),
    puzzles: Type.Integer({ default: 50 }),
    salt_length: Type.Integer({ default: 32 }),
    difficulty: Type.Integer({ default: 4 }),
  },
  strict,
)

const Provider = Type.Object(
  {
    issuer: HttpUrl,
    client_id: text(1, 256),
    secret_env: SecretName,
    display_name: text(1, 64),
    allow_http: Type.Boolean({ default: false }),
  },
  strict,
)

const days = (standard: number) => Type.Integer({ default: standard, minimum: 1, maximum: 36_500 })

const count = (standard: number) => Type.Integer({ default: standard, minimum: 1, maximum: 1_000_000_000 })

/** What a member may write in an hour, and how many members one of their posts may mention. */
const postingLimits = (standard: {
  threads: number
  replies: number
  reports: number
  reactions: number
  mentions: number
}) => ({
  threads_per_hour: count(standard.threads),
  replies_per_hour: count(standard.replies),
  /** As many as replies: each writes a body, too. */
  edits_per_hour: count(standard.replies),
  reports_per_hour: count(standard.reports),
  reactions_per_hour: count(standard.reactions),
  /** Over all of its revisions; further mentions stay text. */
  mentions_per_post: Type.Integer({ default: standard.mentions, minimum: 0, maximum: 1_000 }),
})

/** What counts by account or by address; LIMITS_ENABLED=false in the environment switches it off. */
const Limits = Type.Object(
  {
    /**
     * Requests of one address; a page counts with each call of the API that it takes, and an answer once more for each
     * 64 KiB.
     */
    requests_per_minute: count(6_000),
    /** Those of them that hash a password or send a mail. */
    costly_requests_per_minute: count(600),
    /** Accounts made from one address. */
    registrations_per_hour: count(5),
    /** Wrong passwords from one address, whoever's. */
    wrong_passwords_per_half_hour: count(100),
    /** Wrong passwords for one login from all addresses after which each takes longer. */
    wrong_passwords_of_account_per_day: count(30),
    /** Changes of the username or the display name of one account. */
    renames_per_hour: count(30),
    /** Mails to confirm an address, asked for by one account. */
    verification_mails_per_hour: count(5),
    verification_mails_per_day: count(10),
    /** Which accounts are new: younger than this, or with fewer posts. */
    new_account: Type.Object(
      {
        hours: Type.Integer({ default: 24, minimum: 0, maximum: 8_760 }),
        posts: Type.Integer({ default: 5, minimum: 0, maximum: 1_000 }),
        /** In so many of its first posts, links to other sites stay text. */
        posts_without_links: Type.Integer({ default: 3, minimum: 0, maximum: 1_000 }),
        /** How many an account younger than `hours` may send in 24 hours. */
        pictures_per_day: count(10),
        ...postingLimits({ threads: 5, replies: 20, reports: 10, reactions: 60, mentions: 3 }),
      },
      { ...strict, default: {} },
    ),
    /** Accounts that are not new any more. Moderators have no such limits. */
    member: Type.Object(
      {
        ...postingLimits({ threads: 30, replies: 200, reports: 60, reactions: 600, mentions: 10 }),
        pictures_per_day: count(100),
      },
      { ...strict, default: {} },
    ),
    /** What one account's pictures may take up, in bytes. */
    picture_bytes: Type.Integer({ default: 200 * 1_048_576, minimum: 1, maximum: 1_099_511_627_776 }),
  },
  { ...strict, default: {} },
)

/** An icon's key. */
const Icon = Type.String({ pattern: '^[a-z0-9_]{1,32}$' })

/** The startup configuration, `config/agora.yaml`: declared here once, checked as a whole at every start. */
export const AgoraConfig = Type.Object(
  {
    site: Site,
    administrator: Type.Object({ username: Username, display_name: DisplayName }, strict),
    clients: Type.Array(Client, { default: [] }),
    sections: Type.Array(Section, { default: [] }),
    apps: Type.Array(App, { default: [] }),
    games: Type.Object({ game_a: Servers, game_b: Servers }, strict),
    forum: Type.Object(
      {
        icons: Type.Array(Icon, { default: [] }),
        /** Those of the icons by which members react to posts, in this order. */
        reactions: Type.Optional(Type.Array(Icon, { maxItems: 20 })),
      },
      { ...strict, default: {} },
    ),
    mail: Mail,
    captcha: Captcha,
    providers: Type.Object(
      { provider_a: Type.Optional(Provider), provider_b: Type.Optional(Provider) },
      { ...strict, default: {} },
    ),
    delivery: Type.Object(
      {
        /** Lets deliveries reach loopback and private addresses, over http too: development only. */
        allow_private_receivers: Type.Boolean({ default: false }),
        /** How long one attempt may take, in seconds. */
        timeout: Type.Number({ default: 10, minimum: 0.1, maximum: 60 }),
        /** Attempts in all; with the defaults they stretch over more than a day. */
        attempts: Type.Integer({ default: 19, minimum: 1, maximum: 100 }),
        /** The pause after the first failure, in seconds; it doubles with each further one. */
        first_pause: Type.Number({ default: 5, minimum: 0.05, maximum: 3600 }),
        /** The longest pause, in seconds. */
        longest_pause: Type.Number({ default: 14_400, minimum: 0.05, maximum: 86_400 }),
        /** How long a replaced secret signs beside its successor, in seconds. */
        secret_overlap: Type.Number({ default: 86_400, minimum: 0, maximum: 2_592_000 }),
      },
      { ...strict, default: {} },
    ),
    security: Type.Object(
      {
        /** Roles count only with a second factor: of administrators, global moderators and those of sections. */
        staff_second_factor: Type.Boolean({ default: false }),
      },
      { ...strict, default: {} },
    ),
    limits: Limits,
    cache: Type.Object(
      {
        /**
         * The maximum age of a page served to guests, in milliseconds; 0 disables the cache. GUEST_CACHE_MS overrides
         * it.
         */
        guests_ms: Type.Integer({ default: 1_000, minimum: 0, maximum: 60_000 }),
      },
      { ...strict, default: {} },
    ),
    /** Retention of data that has no other limit, and whether some data is recorded at all. */
    retention: Type.Object(
      {
        /** Days that the record of a finished mail is kept; after that, its idempotency key can be used again. */
        mails_days: days(365),
        /** Days without a sign-in from a place until it counts as new again. */
        sign_in_places_days: days(180),
        /** Whether log lines of guests' requests contain their addresses. */
        addresses_in_logs: Type.Boolean({ default: true }),
      },
      { ...strict, default: {} },
    ),
  },
  strict,
)
export type AgoraConfig = Static<typeof AgoraConfig>
