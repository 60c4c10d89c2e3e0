import { type ColourName, houseColours } from '@agora/shared/config/colours'
import { described, nullable, text } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const registrationModes = ['Open', 'Invitation', 'Closed'] as const
export const inviters = ['Administrators', 'Moderators'] as const
export const mailLocales = ['en-US', 'fr-FR'] as const

const Colour = Type.Optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'As `#rrggbb`.' }))
const names = Object.keys(houseColours.light) as ColourName[]
const Scheme = Type.Object(
  Object.fromEntries(names.map((name) => [name, Colour])) as Record<ColourName, typeof Colour>,
  { additionalProperties: false, description: 'Those that differ from the pages’ own.' },
)
export const SiteColours = Type.Object(
  { light: Scheme, dark: Scheme },
  { additionalProperties: false, description: 'The colours of the pages, by the reader’s scheme.' },
)
export type SiteColours = Static<typeof SiteColours>

const name = described(text(1, 64), 'The name of the site, on its pages and in its mails.')
const mailLocale = Type.Enum([...mailLocales], {
  description: 'The language of mails to members of whom none is known.',
})
const mode = Type.Enum([...registrationModes], { description: 'Who may register.' })
const acceptsRules = Type.Boolean({ description: 'Whether who registers accepts the rules of the site.' })
const mayInvite = Type.Enum([...inviters], { description: 'Who makes invitations.' })

export const Site = Type.Object({
  type: Type.Literal('Site'),
  name,
  colours: SiteColours,
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
    mail_locale: Type.Optional(nullable(mailLocale, `The language of mails.${orNull}`)),
    registration: Type.Optional(nullable(mode, `Who may register.${orNull}`)),
    accepts_rules: Type.Optional(nullable(acceptsRules, `Whether the rules are accepted.${orNull}`)),
    inviters: Type.Optional(nullable(mayInvite, `Who makes invitations.${orNull}`)),
  },
  { additionalProperties: false, examples: [{ name: 'The Guild', registration: 'Invitation' }] },
)
export type SiteInput = Static<typeof SiteInput>
