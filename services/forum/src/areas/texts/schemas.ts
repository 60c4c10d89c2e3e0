import { described, nullable, Timestamp } from '@agora/shared/contracts/types'
import { siteLanguages } from '@agora/shared/http/languages'
import { type Static, Type } from 'typebox'
import { MarkupSource } from '../../resources/schemas.ts'

/** The pages that a site writes itself. */
export const textKeys = ['welcome', 'rules', 'legal', 'privacy', 'contact', 'announcement'] as const

const key = Type.Enum([...textKeys], { description: 'Which page it is.' })
const locale = Type.Enum([...siteLanguages], { description: 'Its language, one of those of the pages.' })

export const TextParams = Type.Object({
  key: Type.String({ description: 'The page.', documented: { enum: [...textKeys] } }),
})
export const TextQuery = Type.Object({
  locale: Type.Optional(Type.Enum([...siteLanguages], { description: 'The language that is wanted.' })),
})
export type TextQuery = Static<typeof TextQuery>
export const TextDeletion = Type.Object({ locale }, { examples: [{ locale: 'en' }] })

const head = {
  type: Type.Literal('SiteText'),
  key,
  locale,
  time: described(Timestamp, 'When it was changed.'),
}

const until = nullable(
  Timestamp,
  'Until when an announcement is shown; null without an end. For no other text.',
)

export const TextNames = Type.Object({
  items: Type.Array(
    Type.Object({
      ...head,
      until: Type.Optional(until),
      html: Type.Optional(Type.String({ description: 'Of an announcement: its text as safe HTML.' })),
    }),
    { description: 'By their keys, then languages.' },
  ),
})
export type TextNames = Static<typeof TextNames>

export const SiteText = Type.Object({
  ...head,
  until: Type.Optional(until),
  html: Type.String({ description: 'The text as safe HTML.' }),
  marktwin: Type.Optional(Type.String({ description: 'Its source; for administrators.' })),
})
export type SiteText = Static<typeof SiteText>

export const TextInput = Type.Object(
  { locale, body: MarkupSource, until: Type.Optional(until) },
  { examples: [{ locale: 'en', body: 'Be kind to each other.' }] },
)
export type TextInput = Static<typeof TextInput>
