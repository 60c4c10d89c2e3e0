import { acceptedLanguage } from '@agora/shared/http/languages'
import { en, type Words } from './en.ts'
import { fr } from './fr.ts'

export type { Words } from './en.ts'

export const locales = ['en', 'fr'] as const
export type Locale = (typeof locales)[number]

const catalogue: Record<Locale, Words> = { en, fr }

export const wordsIn = (locale: Locale): Words => catalogue[locale]

const isLocale = (value: string | undefined): value is Locale => locales.some((locale) => locale === value)

/** The chosen language, else the first of those that the browser asks for, else English. */
export function localeOf(chosen: string | undefined, accepted: string | undefined): Locale {
  return isLocale(chosen) ? chosen : (acceptedLanguage(accepted, locales) ?? 'en')
}
