import { chosenLanguage, type SiteLanguage, siteLanguages } from '@agora/shared/http/languages'
import { en, type Words } from './en.ts'
import { fr } from './fr.ts'

export type { Words } from './en.ts'

export const locales = siteLanguages
export type Locale = SiteLanguage

const catalogue: Record<Locale, Words> = { en, fr }

export const wordsIn = (locale: Locale): Words => catalogue[locale]

/** The chosen language, or else the browser's first choice among ours, or else the first of ours. */
export const localeOf = (chosen: string | undefined, accepted: string | undefined): Locale =>
  chosenLanguage(chosen, accepted, locales) ?? locales[0]
