import { type ColourName, houseColours } from '@agora/shared/config/colours'
import { described, nullable, text, Uuid } from '@agora/shared/contracts/types'
import { siteLocales } from '@agora/shared/http/languages'
import { type Static, Type } from 'typebox'

const registrationModes = ['Open', 'Invitation', 'Closed'] as const
const inviters = ['Administrators', 'Moderators'] as const

const Colour = Type.Optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'As `#rrggbb`.' }))
const names = Object.keys(houseColours.light) as ColourName[]
const Scheme = Type.Object(
  Object.fromEntries(names.map((name) => [name, Colour])) as Record<ColourName, typeof Colour>,
  { additionalProperties: false, description: 'Those that differ from the pages’ own.' },
)
/** Exported for its name in the API document. */
export const SiteColours = Type.Object(
  { light: Scheme, dark: Scheme },
  { additionalProperties: false, description: 'The colours of the pages, by the reader’s scheme.' },
)
export type SiteColours = Static<typeof SiteColours>

const name = described(text(1, 64), 'The name of the site, on its pages and in its mails.')
const mailLocale = Type.Enum(siteLocales, {
  description: 'The language of mails to members of whom none is known.',
})
const mode = Type.Enum([...registrationModes], { description: 'Who may register.' })
const acceptsRules = Type.Boolean({ description: 'Whether who registers accepts the rules of the site.' })
const mayInvite = Type.Enum([...inviters], { description: 'Who makes invitations.' })

const Logo = Type.Object({
  media: described(Uuid, 'The picture’s id.'),
  width: Type.Integer({ description: 'The width of the variant `full`, in pixels.' }),
  height: Type.Integer({ description: 'The height of the variant `full`, in pixels.' }),
  uri: Type.String({ description: 'The path of the variant `full`.' }),
  thumbnail_uri: Type.String({ description: 'The path of the variant `thumbnail`.' }),
})
const Icon = Type.Object({
  media: described(Uuid, 'The id of the picture from which it is made.'),
  uri: Type.String({ description: 'The path of a square of 64 pixels, which may be transparent.' }),
  touch_uri: Type.String({ description: 'The path of a square of 180 pixels, on white.' }),
})

export const Site = Type.Object({
  type: Type.Literal('Site'),
  name,
  colours: SiteColours,
  logo: nullable(Logo, 'The picture beside the name; null for the configured one.'),
  icon: nullable(
    Icon,
    'The icon by which browsers show the site: one that was sent, else one made from the logo.',
  ),
  mail_locale: mailLocale,
  registration: mode,
  accepts_rules: acceptsRules,
  inviters: mayInvite,
})
export type Site = Static<typeof Site>

const orNull = ' Null: as the configuration says.'
export const SiteInput = Type.Object(
  {
    name: Type.Optional(nullable(name, `The name of the site.${orNull}`)),
    colours: Type.Optional(nullable(SiteColours, `The colours of the pages, all at once.${orNull}`)),
    logo: Type.Optional(nullable(Uuid, `The id of a picture that the caller has sent.${orNull}`)),
    icon: Type.Optional(
      nullable(Uuid, 'The id of a picture that the caller has sent. Null: the icon is made from the logo.'),
    ),
    mail_locale: Type.Optional(nullable(mailLocale, `The language of mails.${orNull}`)),
    registration: Type.Optional(nullable(mode, `Who may register.${orNull}`)),
    accepts_rules: Type.Optional(nullable(acceptsRules, `Whether the rules are accepted.${orNull}`)),
    inviters: Type.Optional(nullable(mayInvite, `Who makes invitations.${orNull}`)),
  },
  { additionalProperties: false, examples: [{ name: 'The Guild', registration: 'Invitation' }] },
)
export type SiteInput = Static<typeof SiteInput>
