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
  if (isLocale(chosen)) return chosen
  const wanted = (accepted ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = Number(/^\s*q=([\d.]+)/.exec(parameters[0] ?? '')?.[1] ?? 1)
      return { language: tag.split('-')[0], weight }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  return wanted.map(({ language }) => language).find(isLocale) ?? 'en'
}
